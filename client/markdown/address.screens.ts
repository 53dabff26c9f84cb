import { parseUrl } from '#client/platform/browser/url.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'

/** A path from the root, except those that a browser reads as another host. */
const PATH = /^\/(?![/\\])[^\s\\]*$/
/** The base for parsing a path. */
const PLACEHOLDER_ORIGIN = 'https://geulmaru.invalid'

/** The path, query and fragment of the address of a screen; null for any other address. */
export function screenPathOf(address: string): string | null {
  const ownOrigin = typeof location === 'undefined' ? PLACEHOLDER_ORIGIN : location.origin
  const base = PATH.test(address) ? ownOrigin : undefined
  const url = parseUrl(address, base)
  if (url === null) return null
  const { origin, username, password, pathname, search, hash } = url
  if (origin !== ownOrigin || username !== '' || password !== '') return null
  const isScreen = screenOf(pathname, screenAddresses) !== undefined && !pathname.includes('//')
  return isScreen ? pathname + search + hash : null
}

/** Whether a link leaves the site. Only such links open a new tab. */
export function isExternalAddress(address: string): boolean {
  if (!/^https?:/i.test(address)) return false
  return typeof location === 'undefined' || parseUrl(address)?.origin !== location.origin
}
