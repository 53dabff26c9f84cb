import { atom, getDefaultStore } from 'jotai'
import { readStored, tabStorage, writeStored } from '#client/platform/browser/storage.ts'

/** In local storage until the server knows that somebody has left a device that stays signed in: their number. */
const LEAVER_KEY = 'leaver'

export const pendingLeaver = (): string | null => readStored(LEAVER_KEY)

export function noteLeaver(userNo: number): void {
  writeStored(LEAVER_KEY, String(userNo))
}

/** In this tab's storage from the press of the button until its token is gone, which what is sent before still needs. */
const LEAVING_KEY = 'leaving'

/** Whoever was signing out when this tab was loaded again, or closed and opened again: their number. */
export function cutShortLeaver(): number | null {
  const userNo = tabStorage.getItem(LEAVING_KEY)
  return userNo === null ? null : Number(userNo)
}

/** The same, for what is on the screen meanwhile. */
export const isLeavingAtom = atom(false)

export function noteLeaving(userNo: number): void {
  tabStorage.setItem(LEAVING_KEY, String(userNo))
  getDefaultStore().set(isLeavingAtom, true)
}

export function forgetLeaving(): void {
  tabStorage.removeItem(LEAVING_KEY)
  getDefaultStore().set(isLeavingAtom, false)
}

/** It knows, or the device's cookie is another one by now. */
export function forgetLeaver(): void {
  writeStored(LEAVER_KEY, null)
}
