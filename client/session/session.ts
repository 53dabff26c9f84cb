import { atom, getDefaultStore } from 'jotai'
import { readStored, tabStorage, writeStored } from '#client/platform/browser/storage.ts'
import type { SignedInView } from '#protocol/accounts.ts'
import type { ServerEventPayload } from '#protocol/events.ts'
import { saveReturnUrl } from './returnAddress.ts'
import { keepViewStatesFor, keepViewStatesForVisitor } from './viewState.ts'

/** Who is signed in. The state lives in jotai's default store, so code outside React may read it as well. */

const TOKEN_KEY = 'authToken'
/**
 * In local storage while a tab may be signed in: then a new tab asks around before it shows a visitor's page. `REMEMBERED` where
 * the device was asked to stay signed in: then it asks the server, too.
 */
const ELSEWHERE_KEY = 'signed_in'
const REMEMBERED = 'stays'

export interface Auth {
  authToken: string
  /** 0 when nobody is signed in. */
  userNo: number
  username: string
  userEmail: string
  isLoggedIn: boolean
  /** Above 0: an administrator. */
  privilege: number
  /** Signed in with a temporary password that has not been replaced yet. */
  mustChangePassword: boolean
  /** The device was asked to stay signed in. */
  stays: boolean
  /** The path of the own picture; empty for the default one. */
  profPic: string
  /** The life of the stored data that was fetched; empty while it is not known. */
  epoch: string
}

/**
 * `checking`: there may be a token, and the server has not said yet whether it stands.
 * `ended`: the server ended the session while it was in use; the screen stays, with what is written in it, and `Auth`
 * still says whose it was.
 */
export type AuthStatus = 'checking' | 'signedIn' | 'signedOut' | 'ended'

const nobody: Auth = {
  authToken: '',
  userNo: 0,
  username: '',
  userEmail: '',
  isLoggedIn: false,
  privilege: 0,
  mustChangePassword: false,
  stays: false,
  profPic: '',
  epoch: '',
}

/** In this tab's storage beside the token: whose it is, so that their screens open while the server cannot be asked. */
const PERSON_KEY = 'signed_in_as'
type Person = Omit<Auth, 'authToken' | 'isLoggedIn'>

const sessionAtom = atom<{ status: AuthStatus; auth: Auth }>({
  status: storedToken() === null && !canBeSignedInElsewhere() ? 'signedOut' : 'checking',
  auth: nobody,
})
export const authAtom = atom(get => get(sessionAtom).auth)
export const authStatusAtom = atom(get => get(sessionAtom).status)

const isAskedAgainAtom = atom(false)
/**
 * Whether the password is being asked for again, over the screen of an ended session. A screen may ask a moment after another
 * tab's sign-out has ended the matter: then there is nothing to ask.
 */
export const asksAgainAtom = atom(
  get => get(isAskedAgainAtom) && get(authStatusAtom) === 'ended',
  (_get, set, asks: boolean) => set(isAskedAgainAtom, asks),
)

/** Whether the session ended because an administrator has suspended its person. */
export const isSuspendedAtom = atom(false)

/** The token of this tab, or null. */
export function storedToken(): string | null {
  return tabStorage.getItem(TOKEN_KEY)
}

/** The person whose token this tab has, as the server last described them; null if that is not known. */
export function storedPerson(): Auth | null {
  const authToken = storedToken()
  const stored = tabStorage.getItem(PERSON_KEY)
  if (authToken === null || stored === null) return null
  return { ...nobody, ...(JSON.parse(stored) as Person), authToken, isLoggedIn: true }
}

function storePerson({ authToken: _, isLoggedIn: __, ...person }: Auth): void {
  tabStorage.setItem(PERSON_KEY, JSON.stringify(person))
}

function removeToken(): void {
  tabStorage.removeItem(TOKEN_KEY)
  tabStorage.removeItem(PERSON_KEY)
}

/** Whether another tab of this browser may have a token. */
export function canBeSignedInElsewhere(): boolean {
  return readStored(ELSEWHERE_KEY) !== null
}

/** Whether the server may know this device without a token. */
export function canBeRemembered(): boolean {
  return readStored(ELSEWHERE_KEY) === REMEMBERED
}

/** Takes the token of another tab, which also tells whose it is; whether it stands is still to be checked. */
export function adoptToken(authToken: string, person: Auth | null = null): void {
  tabStorage.setItem(TOKEN_KEY, authToken)
  if (person !== null) storePerson(person)
}

/** For tabs that are opened later. */
export function noteRememberMe(rememberMe: boolean): void {
  writeStored(ELSEWHERE_KEY, rememberMe ? REMEMBERED : 'true')
}

/** Takes over what a successful sign-in or check answered. */
export function enterSession({ email, authenticated: _, ...person }: SignedInView): void {
  tabStorage.setItem(TOKEN_KEY, person.authToken)
  noteRememberMe(person.stays)
  openScreensOf({ ...person, userEmail: email, isLoggedIn: true })
  getDefaultStore().set(asksAgainAtom, false)
  getDefaultStore().set(isSuspendedAtom, false)
}

/** Also used before the server has confirmed the session, while it does not answer. */
export function openScreensOf(auth: Auth): void {
  storePerson(auth)
  keepViewStatesFor(auth.userNo)
  getDefaultStore().set(sessionAtom, { status: 'signedIn', auth })
}

/** What whoever is signed in has changed about themselves. */
export function noteChanged(changed: Partial<Pick<Auth, 'mustChangePassword' | 'stays' | 'profPic'>>): void {
  getDefaultStore().set(sessionAtom, session => ({ ...session, auth: { ...session.auth, ...changed } }))
}

/** Nobody is signed in from now on. */
export function leaveSession(): void {
  removeToken()
  writeStored(ELSEWHERE_KEY, null)
  keepViewStatesForVisitor()
  getDefaultStore().set(sessionAtom, { status: 'signedOut', auth: nobody })
  getDefaultStore().set(asksAgainAtom, false)
  getDefaultStore().set(isSuspendedAtom, false)
}

/** Nobody could be asked. A token stays for the next load of the page. */
export function giveUpChecking(): void {
  keepViewStatesForVisitor()
  getDefaultStore().set(sessionAtom, { status: 'signedOut', auth: nobody })
}

/**
 * The server says that the session is over. The screen stays, so nothing that somebody is writing is lost, and its
 * address is where the next sign-in leads. Whoever then tries to go on is asked for the password again; who is suspended is told at
 * once.
 */
export function endSession({ isSuspended }: ServerEventPayload<'session:ended'> = {}): void {
  const store = getDefaultStore()
  const { status, auth } = store.get(sessionAtom)
  if (isSuspended && status !== 'signedOut') store.set(isSuspendedAtom, true)
  if (status === 'ended' || store.get(isSuspendedAtom)) store.set(asksAgainAtom, true)
  if (storedToken() === null || isLeaving) return
  removeToken()
  saveReturnUrl(location.pathname + location.search)
  store.set(sessionAtom, { status: 'ended', auth: { ...auth, authToken: '', isLoggedIn: false } })
}

let isLeaving = false

/** Does what ends this very session: that it ends meanwhile is no news. */
export async function whileLeaving<Result>(leave: () => Promise<Result>): Promise<Result> {
  isLeaving = true
  try {
    return await leave()
  } finally {
    isLeaving = false
  }
}
