import { atom, getDefaultStore } from 'jotai'
import { readStored, tabStorage, writeStored } from '#client/platform/browser/storage.ts'
import { clearSession } from './session.ts'
import { resetViewStates } from './viewState.ts'

/**
 * In local storage: the number of the user who signed out of a remembered session, until the server has confirmed it or the device's
 * cookie has been replaced.
 */
const PENDING_KEY = 'leaver'

export const pendingSignOutUserNo = (): string | null => readStored(PENDING_KEY)

export function storePendingSignOut(userNo: number): void {
  writeStored(PENDING_KEY, String(userNo))
}

export function clearPendingSignOut(): void {
  writeStored(PENDING_KEY, null)
}

/** In the tab's storage: the number of the user who is signing out, until the token is removed. The beforeSignOut tasks need the token. */
const SIGNING_OUT_KEY = 'leaving'

/** The user whose sign-out was interrupted because the tab was reloaded, or closed and reopened; null if there is none. */
export function interruptedSignOutUserNo(): number | null {
  const userNo = tabStorage.getItem(SIGNING_OUT_KEY)
  return userNo === null ? null : Number(userNo)
}

export const isSigningOutAtom = atom(false)

export function markSigningOut(userNo: number): void {
  tabStorage.setItem(SIGNING_OUT_KEY, String(userNo))
  getDefaultStore().set(isSigningOutAtom, true)
}

export function unmarkSigningOut(): void {
  tabStorage.removeItem(SIGNING_OUT_KEY)
  getDefaultStore().set(isSigningOutAtom, false)
}

/** Clears the tab's state of the user, except for the query cache. With `isOnlyHere` the device stays signed in. */
export function forgetUser(options?: { isOnlyHere: boolean }): void {
  clearSession(options)
  unmarkSigningOut()
  resetViewStates()
}
