import { parseUrl } from '#client/platform/browser/url.ts'
import { decodeHost } from '#protocol/markdown/markdown.parser.ts'
import { pictureAddress, readPictureAddress, readUploadAddress } from '#protocol/pictureAddress.ts'
import type { PictureSize } from './picture.sizes.ts'

/**
 * Whether a picture may be loaded. Own pictures load at once. External pictures load with the consent of the reader, because the
 * request tells the site who reads the note and when. `address` is loaded, `host` is shown, `key` identifies the upload.
 */
export type PictureOrigin =
  | { kind: 'own'; address: string; size?: PictureSize }
  | { kind: 'uploading'; key: string }
  | { kind: 'external'; address: string; host: string }
  | { kind: 'blocked'; host: string }

/** Local names: RFC 6761, RFC 6762 with appendix G, RFC 8375. */
const LOCAL_NAME = /\.(?:localhost|local|internal|home\.arpa|lan|home|corp|intranet|private)$/
/** `URL` normalizes every form of an IPv4 address to four decimal numbers. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/**
 * Blocks unencrypted addresses and addresses of local machines: a note must not make the browser of its reader send requests to a
 * router or to a server of the reader's company.
 */
export function classifyPicture(written: string): PictureOrigin {
  const ownPicture = readPictureAddress(written)
  if (ownPicture)
    return {
      kind: 'own',
      address: pictureAddress(ownPicture.pictureId),
      ...(ownPicture.size && { size: ownPicture.size }),
    }
  const key = readUploadAddress(written)
  if (key !== null) return { kind: 'uploading', key }
  const url = parseUrl(written)
  if (url === null) return { kind: 'blocked', host: written }
  // Do not send credentials that precede an `@`.
  url.username = ''
  url.password = ''
  if (isOwnOrigin(url)) return { kind: 'own', address: url.href }
  const isPublic = url.protocol === 'https:' && isPublicName(url.hostname)
  return isPublic
    ? { kind: 'external', address: url.href, host: url.host }
    : { kind: 'blocked', host: url.host }
}

function isOwnOrigin({ origin }: URL): boolean {
  return typeof location !== 'undefined' && origin === location.origin
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !IP_ADDRESS.test(name) && !LOCAL_NAME.test(name)
}

/**
 * Decodes the punycode labels (`xn--…`) of a host that consist of Hangul syllables and digits. Other labels stay encoded, because
 * they may look like a name that the reader knows.
 */
export function readableHost(host: string): string {
  return host.replace(/(?<![^.])xn--[^.:]+/g, part => {
    const decoded = decodeHost(`https://${part}`).slice('https://'.length)
    return /^[가-힣\d-]+$/.test(decoded) ? decoded : part
  })
}
