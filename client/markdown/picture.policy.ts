import { pictureAddress, readPictureAddress, readUploadAddress } from '#protocol/pictureAddress.ts'
import { readableAddress } from './markdown.parser.ts'
import type { PictureSize } from './picture.sizes.ts'

/**
 * Where a picture comes from decides what is asked before it is loaded: nothing for our own, the reader for another
 * site's, which learns from the request who reads and when. `address` is what is loaded, `host` what is named. Of a picture that
 * is going up `key` names the upload.
 */
export type PictureOrigin =
  | { kind: 'own'; address: string; size?: PictureSize }
  | { kind: 'goingUp'; key: string }
  | { kind: 'foreign'; address: string; host: string }
  | { kind: 'refused'; host: string }

/** Names within a home or an office: RFC 6761, RFC 6762 with its appendix G, RFC 8375. */
const LOCAL_NAME = /\.(?:localhost|local|internal|home\.arpa|lan|home|corp|intranet|private)$/
/** The parser of addresses has written every form of an IPv4 address in four decimal numbers by then. */
const NUMBERS = /^[\d.]+$|^\[/

/**
 * Sorts a picture's address. Refused is what is not encrypted, and what names a machine rather than a public site: a
 * note must not make its reader's browser knock at a router or at a server of the reader's company.
 */
export function pictureOrigin(written: string): PictureOrigin {
  const ours = readPictureAddress(written)
  if (ours)
    return { kind: 'own', address: pictureAddress(ours.pictureId), ...(ours.size && { size: ours.size }) }
  const key = readUploadAddress(written)
  if (key !== null) return { kind: 'goingUp', key }
  const url = parsed(written)
  if (url === null) return { kind: 'refused', host: written }
  // What stands before an `@` is not the host, and nothing to hand to one.
  url.username = ''
  url.password = ''
  if (isOurs(url)) return { kind: 'own', address: url.href }
  const isPublic = url.protocol === 'https:' && isPublicName(url.hostname)
  return isPublic
    ? { kind: 'foreign', address: url.href, host: url.host }
    : { kind: 'refused', host: url.host }
}

/** Null for what is no address. `URL.canParse` of Node.js 20 and 22 takes some hosts for none once it was called a few thousand times. */
function parsed(written: string): URL | null {
  try {
    return new URL(written)
  } catch {
    return null
  }
}

function isOurs({ origin }: URL): boolean {
  return typeof location !== 'undefined' && origin === location.origin
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !NUMBERS.test(name) && !LOCAL_NAME.test(name)
}

/**
 * A host as it is shown. A part in another script than Latin stays in its encoded form (`xn--…`), since it may look
 * like a name that the reader knows, unless it is of Hangul syllables and digits alone.
 */
export function readableHost(host: string): string {
  return host.replace(/(?<![^.])xn--[^.:]+/g, part => {
    const decoded = readableAddress(`https://${part}`).slice('https://'.length)
    return /^[가-힣\d-]+$/.test(decoded) ? decoded : part
  })
}
