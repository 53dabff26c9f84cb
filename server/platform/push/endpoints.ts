import { ECDH } from 'node:crypto'

/**
 * The push services of the browsers' makers, as their documentation names them: Google, Mozilla, Apple, Microsoft. A dot at the
 * beginning stands for any name before it.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/** In characters as it is written in a request, where a sign that was sent may have become nine; browsers' own have a few hundred. */
const ENDPOINT_MAX = 1_000

/**
 * Whether a browser may have named this as where it is told things: by https, at a host that is known, at the usual port, with nobody's
 * name in front, and no longer than browsers' own. So no address leads the server anywhere else, into its own network least of all.
 * @param more hosts beside the makers': a name, with a dot before it for all below it, and with a port if it has one of its own.
 */
export function isPushEndpoint(endpoint: string, more: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, protocol, host, username, password } = new URL(endpoint)
  if (href.length > ENDPOINT_MAX || href.includes('#')) return false
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return [...SERVICES, ...more].some(known => (known.startsWith('.') ? host.endsWith(known) : host === known))
}

/** Uncompressed. */
const POINT_BYTES = 65

/** Whether these bytes, in base64url, are a point of P-256: nothing can be encrypted for what is none. */
export function isPublicKey(p256dh: string): boolean {
  if (Buffer.from(p256dh, 'base64url').length !== POINT_BYTES) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
