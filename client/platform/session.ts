import { atom, getDefaultStore } from 'jotai'
import type { SignedInView } from '#protocol/accounts.ts'
import { rememberWanted } from './wanted.ts'

/** Who is signed in. The state lives in jotai's default store, so code outside React may read it as well. */

const TOKEN_KEY = 'authToken'

export interface Auth {
  authToken: string
  /** 0 when nobody is signed in. */
  userNo: number
  username: string
  userEmail: string
  isLoggedIn: boolean
  /** Above 0: an administrator. */
  privilege: number
}

/**
 * `checking`: a token is stored and the server has not said yet whether it stands.
 * `ended`: the server ended the session while it was in use; the screen stays, with what is written in it.
 */
export type AuthStatus = 'checking' | 'signedIn' | 'signedOut' | 'ended'

const nobody: Auth = {
  authToken: '',
  userNo: 0,
  username: '',
  userEmail: '',
  isLoggedIn: false,
  privilege: 0,
}

const sessionAtom = atom<{ status: AuthStatus; auth: Auth }>({
  status: storedToken() === null ? 'signedOut' : 'checking',
  auth: nobody,
})
export const authAtom = atom(get => get(sessionAtom).auth)
export const authStatusAtom = atom(get => get(sessionAtom).status)

/** The token of this tab, or null. */
export function storedToken(): string | null {
  return typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(TOKEN_KEY)
}

/** Takes over what a successful sign-in or check answered. */
export function enterSession({ authToken, userNo, username, email, privilege }: SignedInView): void {
  sessionStorage.setItem(TOKEN_KEY, authToken)
  const auth = { authToken, userNo, username, userEmail: email, isLoggedIn: true, privilege }
  getDefaultStore().set(sessionAtom, { status: 'signedIn', auth })
}

/** Nobody is signed in from now on. */
export function leaveSession(): void {
  sessionStorage.removeItem(TOKEN_KEY)
  getDefaultStore().set(sessionAtom, { status: 'signedOut', auth: nobody })
}

/** The server could not be asked. The token stays for the next load of the page. */
export function giveUpChecking(): void {
  getDefaultStore().set(sessionAtom, { status: 'signedOut', auth: nobody })
}

/**
 * The server says that the session is over. The screen stays, so nothing that somebody is writing is lost, and its
 * address is where the next sign-in leads.
 */
export function endSession(): void {
  if (storedToken() === null) return
  sessionStorage.removeItem(TOKEN_KEY)
  rememberWanted(location.pathname + location.search)
  getDefaultStore().set(sessionAtom, { status: 'ended', auth: nobody })
}
