import { mobileText } from '#protocol/accounts.ts'
import { NEW_PASSWORD_MAX, PASSWORD_MIN } from '#protocol/limits.ts'
import { type PasswordOwner, passwordError } from '#protocol/password.rules.ts'
import type { TextKey } from '#protocol/text/index.ts'

export interface MyInfoEntries {
  mobile: string
  password: string
  passwordConfirm: string
}
export type MyInfoField = keyof MyInfoEntries

/** In the order in which they stand on the screen. */
export const myInfoFields: readonly MyInfoField[] = ['mobile', 'password', 'passwordConfirm']

export type MyInfoError = Extract<
  TextKey,
  | 'accounts.mobileInvalid'
  | 'accounts.newPasswordLength'
  | 'accounts.passwordPlain'
  | 'accounts.passwordOwn'
  | 'accounts.passwordMismatch'
>

/** What is wrong with one field; undefined when nothing is. An empty password leaves the old one. */
export function validationErrorOf(
  field: MyInfoField,
  entries: MyInfoEntries,
  owner: PasswordOwner,
): MyInfoError | undefined {
  switch (field) {
    case 'mobile':
      return mobileText.safeParse(entries.mobile).success ? undefined : 'accounts.mobileInvalid'
    case 'password':
      return newPasswordError(entries.password, owner)
    case 'passwordConfirm':
      return entries.passwordConfirm === entries.password ? undefined : 'accounts.passwordMismatch'
  }
}

function newPasswordError(password: string, owner: PasswordOwner): MyInfoError | undefined {
  if (password === '') return undefined
  if (password.length < PASSWORD_MIN || password.length > NEW_PASSWORD_MAX)
    return 'accounts.newPasswordLength'
  return passwordError(password, owner) ?? undefined
}

const SESSIONS_AT_FIRST = 5

/** Every sign-in is a session for a week, so there may be many: those used last are shown, the others on demand. */
export function foldedSessions<Session>(sessions: readonly Session[], showsAll: boolean) {
  // One more takes no more room than the button for it.
  if (showsAll || sessions.length <= SESSIONS_AT_FIRST + 1) return { shown: sessions, more: 0 }
  return { shown: sessions.slice(0, SESSIONS_AT_FIRST), more: sessions.length - SESSIONS_AT_FIRST }
}
