import { checkSignIn } from '#protocol/accounts.ts'
import { REMEMBER_ME_MS } from '#protocol/limits.ts'
import type { Cookies } from '#server/platform/cookies.ts'

/** What keeps a device signed in. A browser shows it when it asks whether it is, and nowhere else. */
const NAME = 'geulmaru_stay'

/** What another site makes a browser send does not count. */
export function rememberMeCookieOf(cookies: Cookies): string | undefined {
  return cookies.areOurs ? cookies.get(NAME) : undefined
}

/** Null ends the staying of whoever stayed here before. */
export function setRememberMeCookie(cookies: Cookies, value: string | null, publicUrl: string): void {
  const secure = new URL(publicUrl).protocol === 'https:'
  cookies.set(NAME, value, { path: checkSignIn.path, maxAgeMs: REMEMBER_ME_MS, secure })
}
