import { readStored, writeStored } from '#client/platform/browser/storage.ts'

/** In local storage until the server knows that somebody has left a device that stays signed in: their number. */
const LEAVER_KEY = 'leaver'

export const untoldLeaver = (): string | null => readStored(LEAVER_KEY)

export function noteLeaver(userNo: number): void {
  writeStored(LEAVER_KEY, String(userNo))
}

/** It knows, or the device's cookie is another one by now. */
export function forgetLeaver(): void {
  writeStored(LEAVER_KEY, null)
}
