import { readPictureAddress, readUploadAddress } from '#protocol/pictureAddress.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'

/**
 * Which addresses a note may point to. An allow-list, checked against the address exactly as it will stand in the
 * attribute, so nothing a browser would strip or decode first can slip past. Of relative addresses only the paths of
 * screens and the headings of the same note are links: a note is read on several screens, and any other path means
 * something else on each.
 */
const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|tel:[+\d])/i
const IMAGE = /^https?:\/\/[^/\\]/i

/** A path from the root; what a browser would read as another host is none. */
const PATH = /^\/(?![/\\])[^\s\\]*$/
const FRAGMENT = /^#[^\s#\\]+$/
/** Stands in for the host of a path, so that it can be parsed. */
const ANY_HOST = 'https://geulmaru.invalid'

export function isLinkAddress(address: string): boolean {
  return isWebAddress(address) || isFragment(address) || (PATH.test(address) && screenPath(address) !== null)
}

/** With a scheme: means the same wherever it is read. */
export function isWebAddress(address: string): boolean {
  return LINK.test(address)
}

/** A heading of the same note. */
export function isFragment(address: string): boolean {
  return FRAGMENT.test(address)
}

/** The path, query and fragment of an address that shows a screen of the product; null for all others. */
export function screenPath(address: string): string | null {
  const ownOrigin = typeof location === 'undefined' ? ANY_HOST : location.origin
  const base = PATH.test(address) ? ownOrigin : undefined
  if (!URL.canParse(address, base)) return null
  const { origin, username, password, pathname, search, hash } = new URL(address, base)
  if (origin !== ownOrigin || username !== '' || password !== '') return null
  const isScreen = screenOf(pathname, screenAddresses) !== undefined && !pathname.includes('//')
  return isScreen ? pathname + search + hash : null
}

/** From the web; or a picture of our own, by its path, which is the same on every screen, or on its way to becoming one. */
export function isImageAddress(address: string): boolean {
  return IMAGE.test(address) || readPictureAddress(address) !== null || readUploadAddress(address) !== null
}

/** Whether a followed link leaves the product; only such links open a tab of their own. */
export function leavesTheSite(address: string): boolean {
  if (!/^https?:/i.test(address)) return false
  return (
    typeof location === 'undefined' || !URL.canParse(address) || new URL(address).origin !== location.origin
  )
}
