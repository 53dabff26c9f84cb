import { readPictureAddress, readUploadAddress } from '../pictureAddress.ts'
import { screenAddresses, screenOf } from '../screens.ts'

/**
 * Allow-list of the addresses that a note may link to. It checks the exact value of the attribute, so that nothing which a browser
 * strips or decodes can bypass it. The only relative links are paths of screens and headings of the same note: a note is shown on
 * several screens, where any other path would mean different things.
 */
const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|tel:[+\d])/i
const IMAGE = /^https?:\/\/[^/\\]/i

/** A path from the root, except those that a browser reads as another host. */
const PATH = /^\/(?![/\\])[^\s\\]*$/
const QUERY_OR_FRAGMENT = /[?#]/
const FRAGMENT = /^#[^\s#\\]+$/

export function isLinkAddress(address: string): boolean {
  return isWebAddress(address) || isFragment(address) || isScreenPath(address)
}

/** Has a scheme, so it means the same on every screen. */
export function isWebAddress(address: string): boolean {
  return LINK.test(address)
}

/** Points to a heading of the same note. */
export function isFragment(address: string): boolean {
  return FRAGMENT.test(address)
}

function isScreenPath(address: string): boolean {
  if (!PATH.test(address)) return false
  const [path = ''] = address.split(QUERY_OR_FRAGMENT, 1)
  return !path.includes('//') && screenOf(path, screenAddresses) !== undefined
}

/** A picture from the web, a picture of this server, or an upload in progress. */
export function isImageAddress(address: string): boolean {
  return IMAGE.test(address) || readPictureAddress(address) !== null || readUploadAddress(address) !== null
}
