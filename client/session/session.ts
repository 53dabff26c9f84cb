import { atom, getDefaultStore } from 'jotai'
import { readStored, tabStorage, writeStored } from '#client/platform/browser/storage.ts'
import type { SignedInView } from '#protocol/accounts.ts'
import type { ServerEventPayload } from '#protocol/events.ts'
import { assignViewStates, assignViewStatesToVisitor, saveReturnUrl } from './viewState.ts'

/** The session of this tab. The state is in jotai's default store, so that code outside React can read it. */

const TOKEN_KEY = 'authToken'
/**
 * In local storage while a tab may be signed in: a new tab then asks the other tabs before it shows a visitor's page. With the value
 * `REMEMBERED` ("remember me") it asks the server as well.
 */
const ELSEWHERE_KEY = 'signed_in'
const REMEMBERED = 'stays'
/** In local storage: when somebody has last signed in here, in milliseconds since 1970. */
const SIGNED_IN_AT_KEY = 'signed_in_at'

export interface Auth {
  authToken: string
  /** 0 if nobody is signed in. */
  userNo: number
  username: string
  userEmail: string
  isLoggedIn: boolean
  /** Above 0 for administrators. */
  privilege: number
  /** The user signed in with a temporary password and has to change it. */
  mustChangePassword: boolean
  /** The user chose "remember me" on this device. */
  stays: boolean
  /** The path of the profile picture; empty for the default one. */
  profPic: string
  /** Identifies the data on the server; a restored backup has another one. Empty while unknown. */
  epoch: string
}

/**
 * `checking`: there may be a token, and the server has not confirmed it yet.
 * `ended`: the server ended the session while it was in use. The screen stays with its unsaved text, and `Auth` still names the user.
 */
export type AuthStatus = 'checking' | 'signedIn' | 'signedOut' | 'ended'

const visitor: Auth = {
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

/** In the tab's storage beside the token: its user, so that the screens open while the server is unreachable. */
const USER_KEY = 'signed_in_as'
type StoredUser = Omit<Auth, 'authToken' | 'isLoggedIn'>

const sessionAtom = atom<{ status: AuthStatus; auth: Auth }>({
  status: storedToken() === null && !canBeSignedInElsewhere() ? 'signedOut' : 'checking',
  auth: visitor,
})
export const authAtom = atom(get => get(sessionAtom).auth)
export const authStatusAtom = atom(get => get(sessionAtom).status)

const isPromptRequestedAtom = atom(false)
/**
 * Whether the password prompt is open over the screen of an ended session. Setting it has no effect in any other state, such as after
 * another tab has signed out.
 */
export const isPasswordPromptOpenAtom = atom(
  get => get(isPromptRequestedAtom) && get(authStatusAtom) === 'ended',
  (_get, set, isOpen: boolean) => set(isPromptRequestedAtom, isOpen),
)

/** Whether the session ended because an administrator suspended the user. */
export const isSuspendedAtom = atom(false)

/** Screens that were opened with persisted data have closed, because the session had ended. */
export const hasClosedScreensAtom = atom(false)

/** The server has not responded to the session check, which is being repeated. */
export const isServerUnreachableAtom = atom(false)

/** When the server last responded, in milliseconds since 1970, while the screens show persisted data; otherwise null. */
export const staleSinceAtom = atom<number | null>(null)

export function storedToken(): string | null {
  return tabStorage.getItem(TOKEN_KEY)
}

/** The user of this tab's token, as last returned by the server; null if unknown. */
export function storedUser(): Auth | null {
  const authToken = storedToken()
  const stored = tabStorage.getItem(USER_KEY)
  if (authToken === null || stored === null) return null
  return { ...visitor, ...(JSON.parse(stored) as StoredUser), authToken, isLoggedIn: true }
}

function storeUser({ authToken: _, isLoggedIn: __, ...user }: Auth): void {
  tabStorage.setItem(USER_KEY, JSON.stringify(user))
}

function removeToken(): void {
  tabStorage.removeItem(TOKEN_KEY)
  tabStorage.removeItem(USER_KEY)
}

/** Whether another tab of this browser may have a token. */
export function canBeSignedInElsewhere(): boolean {
  return readStored(ELSEWHERE_KEY) !== null
}

/** Whether this device may have a "remember me" cookie. */
export function canBeRemembered(): boolean {
  return readStored(ELSEWHERE_KEY) === REMEMBERED
}

/** Takes over the token and the user of another tab. The token still has to be checked. */
export function adoptToken(authToken: string, user: Auth | null = null): void {
  tabStorage.setItem(TOKEN_KEY, authToken)
  if (user !== null) storeUser(user)
}

/** Stores the choice for tabs that are opened later. */
export function storeRememberMe(rememberMe: boolean): void {
  writeStored(ELSEWHERE_KEY, rememberMe ? REMEMBERED : 'true')
}

export function recordSignIn(): void {
  writeStored(SIGNED_IN_AT_KEY, String(Date.now()))
}

export function hasSignedInSince(time: number): boolean {
  return Number(readStored(SIGNED_IN_AT_KEY)) > time
}

/** Applies the response to a successful sign-in or check. */
export function startSession({ email, authenticated: _, ...user }: SignedInView): void {
  tabStorage.setItem(TOKEN_KEY, user.authToken)
  storeRememberMe(user.stays)
  setSignedIn({ ...user, userEmail: email, isLoggedIn: true })
  getDefaultStore().set(isPasswordPromptOpenAtom, false)
  getDefaultStore().set(isSuspendedAtom, false)
  getDefaultStore().set(hasClosedScreensAtom, false)
}

/** Also used before the server has confirmed the session, while it is unreachable. */
export function setSignedIn(auth: Auth): void {
  storeUser(auth)
  assignViewStates(auth.userNo)
  getDefaultStore().set(sessionAtom, { status: 'signedIn', auth })
}

/** Applies changes that the user made to their own account. */
export function updateAuth(changed: Partial<Pick<Auth, 'mustChangePassword' | 'stays' | 'profPic'>>): void {
  getDefaultStore().set(sessionAtom, session => ({ ...session, auth: { ...session.auth, ...changed } }))
}

/** Signs this tab out, without a call to the server. With `isOnlyHere` the device stays signed in. */
export function clearSession({ isOnlyHere = false } = {}): void {
  removeToken()
  if (!isOnlyHere) writeStored(ELSEWHERE_KEY, null)
  assignViewStatesToVisitor()
  getDefaultStore().set(sessionAtom, { status: 'signedOut', auth: visitor })
  getDefaultStore().set(isPasswordPromptOpenAtom, false)
  getDefaultStore().set(isSuspendedAtom, false)
  getDefaultStore().set(hasClosedScreensAtom, false)
}

/** The session could not be checked: shows a visitor's page and keeps the token for the next page load. */
export function abandonCheck(): void {
  assignViewStatesToVisitor()
  getDefaultStore().set(sessionAtom, { status: 'signedOut', auth: visitor })
}

/**
 * The server has ended the session. The screen stays, so that no unsaved text is lost, and its address becomes the return URL of the
 * next sign-in. The next rejected call opens the password prompt; for a suspended user it opens at once.
 */
export function endSession({ isSuspended }: ServerEventPayload<'session:ended'> = {}): void {
  const store = getDefaultStore()
  const { status, auth } = store.get(sessionAtom)
  if (isSuspended && status !== 'signedOut') store.set(isSuspendedAtom, true)
  if (status === 'ended' || store.get(isSuspendedAtom)) store.set(isPasswordPromptOpenAtom, true)
  if (storedToken() === null || isLeaving) return
  removeToken()
  saveReturnUrl(location.pathname + location.search)
  store.set(sessionAtom, { status: 'ended', auth: { ...auth, authToken: '', isLoggedIn: false } })
}

let isLeaving = false

/** Runs a task that ends this session on purpose, such as deleting the account: `endSession` does nothing meanwhile. */
export async function runEndingSession<Result>(task: () => Promise<Result>): Promise<Result> {
  isLeaving = true
  try {
    return await task()
  } finally {
    isLeaving = false
  }
}
