import { checkSignIn, signIn } from '#protocol/accounts.ts'
import { DEVICE_COOKIE_MS, REMEMBER_ME_MS } from '#protocol/limits.ts'
import type { Cookies } from '#server/platform/request.ts'

/** Browsers send this cookie with a sign-in only, so it cannot be used for tracking. */
const DEVICE_COOKIE = 'geulmaru_device'

export function deviceIdOf(cookies: Cookies): string | undefined {
  return cookies.get(DEVICE_COOKIE)
}

export function setDeviceIdCookie(cookies: Cookies, deviceId: string, publicUrl: string): void {
  const secure = new URL(publicUrl).protocol === 'https:'
  cookies.set(DEVICE_COOKIE, deviceId, { path: signIn.path, maxAgeMs: DEVICE_COOKIE_MS, secure })
}

/** The "remember me" cookie. Browsers send it only with the request that resumes a session. */
const REMEMBER_ME_COOKIE = 'geulmaru_stay'

/** Ignores the cookie on cross-site requests. */
export function rememberMeCookieOf(cookies: Cookies): string | undefined {
  return cookies.isSameOrigin ? cookies.get(REMEMBER_ME_COOKIE) : undefined
}

/** Null removes the cookie. */
export function setRememberMeCookie(cookies: Cookies, value: string | null, publicUrl: string): void {
  const secure = new URL(publicUrl).protocol === 'https:'
  cookies.set(REMEMBER_ME_COOKIE, value, { path: checkSignIn.path, maxAgeMs: REMEMBER_ME_MS, secure })
}
