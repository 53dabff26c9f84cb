import { randomBytes } from 'node:crypto'
import { OIDC_TICKET_MS, OIDC_TRANSACTION_MS } from '#protocol/limits.ts'
import type { Cookies } from '#server/platform/request.ts'
import { sha256 } from '#server/platform/secrets.ts'

/**
 * Binds a sign-in at a provider to the browser that began it, so that nobody can make another browser finish it. `Lax`,
 * because the browser comes back from another site.
 */
const COOKIE = 'geulmaru_oidc'
const BROWSER_ID_BYTES = 16
const BROWSER_ID = /^[\w-]{22}$/

const isSecure = (publicUrl: string) => new URL(publicUrl).protocol === 'https:'
/** With this prefix, browsers accept the cookie from this host only. */
const nameOf = (publicUrl: string) => (isSecure(publicUrl) ? `__Host-${COOKIE}` : COOKIE)

/** Hash of the browser's id; null without a valid cookie. */
export function browserHashOf(cookies: Pick<Cookies, 'get'>, publicUrl: string): string | null {
  const browserId = cookies.get(nameOf(publicUrl))
  return browserId !== undefined && BROWSER_ID.test(browserId) ? sha256(browserId) : null
}

/** Sets the cookie, or extends it: a browser may sign in in several tabs. Returns the hash of its id. */
export function setBrowserCookie(cookies: Cookies, publicUrl: string): string {
  const known = cookies.get(nameOf(publicUrl))
  const browserId =
    known !== undefined && BROWSER_ID.test(known)
      ? known
      : randomBytes(BROWSER_ID_BYTES).toString('base64url')
  cookies.set(nameOf(publicUrl), browserId, {
    path: '/',
    maxAgeMs: OIDC_TRANSACTION_MS + OIDC_TICKET_MS,
    secure: isSecure(publicUrl),
    sameSite: 'lax',
  })
  return sha256(browserId)
}
