import { readPictureAddress, readUploadAddress } from '#protocol/pictureAddress.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'

/**
 * Allow-list of the addresses that a note may link to. It checks the exact value of the attribute, so that nothing which a browser
 * strips or decodes can bypass it. The only relative links are paths of screens and headings of the same note: a note is shown on
 * several screens, where any other path would mean different things.
 */
const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|tel:[+\d])/i
const IMAGE = /^https?:\/\/[^/\\]/i

/** A path from the root, except those that a browser reads as another host. */
const PATH = /^\/(?![/\\])[^\s\\]*$/
const FRAGMENT = /^#[^\s#\\]+$/
/** The base for parsing a path. */
const PLACEHOLDER_ORIGIN = 'https://geulmaru.invalid'

export function isLinkAddress(address: string): boolean {
  return (
    isWebAddress(address) || isFragment(address) || (PATH.test(address) && screenPathOf(address) !== null)
  )
}

/** Has a scheme, so it means the same on every screen. */
export function isWebAddress(address: string): boolean {
  return LINK.test(address)
}

/** Points to a heading of the same note. */
export function isFragment(address: string): boolean {
  return FRAGMENT.test(address)
}

/** The path, query and fragment of the address of a screen; null for any other address. */
export function screenPathOf(address: string): string | null {
  const ownOrigin = typeof location === 'undefined' ? PLACEHOLDER_ORIGIN : location.origin
  const base = PATH.test(address) ? ownOrigin : undefined
  if (!URL.canParse(address, base)) return null
  const { origin, username, password, pathname, search, hash } = new URL(address, base)
  if (origin !== ownOrigin || username !== '' || password !== '') return null
  const isScreen = screenOf(pathname, screenAddresses) !== undefined && !pathname.includes('//')
  return isScreen ? pathname + search + hash : null
}

/** A picture from the web, a picture of this server, or an upload in progress. */
export function isImageAddress(address: string): boolean {
  return IMAGE.test(address) || readPictureAddress(address) !== null || readUploadAddress(address) !== null
}

/** Whether a link leaves the site. Only such links open a new tab. */
export function isExternalAddress(address: string): boolean {
  if (!/^https?:/i.test(address)) return false
  return (
    typeof location === 'undefined' || !URL.canParse(address) || new URL(address).origin !== location.origin
  )
}
