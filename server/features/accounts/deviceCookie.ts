import { signIn } from '#protocol/accounts.ts'
import { DEVICE_COOKIE_MS } from '#protocol/limits.ts'
import type { Cookies } from '#server/platform/cookies.ts'

/** A browser shows it with a sign-in and nothing else, so it is of no use for following anybody about. */
const NAME = 'geulmaru_device'

export function shownDeviceId(cookies: Cookies): string | undefined {
  return cookies.get(NAME)
}

export function keepDeviceId(cookies: Cookies, deviceId: string, publicUrl: string): void {
  const secure = new URL(publicUrl).protocol === 'https:'
  cookies.set(NAME, deviceId, { path: signIn.path, maxAgeMs: DEVICE_COOKIE_MS, secure })
}
