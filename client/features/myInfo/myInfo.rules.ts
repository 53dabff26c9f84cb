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

/** In screen order. */
export const myInfoFields: readonly MyInfoField[] = ['mobile', 'password', 'passwordConfirm']

export type MyInfoError = Extract<
  TextKey,
  | 'accounts.mobileInvalid'
  | 'accounts.newPasswordLength'
  | 'accounts.passwordPlain'
  | 'accounts.passwordOwn'
  | 'accounts.passwordMismatch'
>

/** Validates one field; undefined if it is valid. An empty password keeps the old one. */
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

/** A session lasts a week, so there may be many. Shows the most recently used ones; the others on request. */
export function visibleSessions<Session>(sessions: readonly Session[], showsAll: boolean) {
  // One more row takes no more space than the button.
  if (showsAll || sessions.length <= SESSIONS_AT_FIRST + 1) return { visible: sessions, hiddenCount: 0 }
  return { visible: sessions.slice(0, SESSIONS_AT_FIRST), hiddenCount: sessions.length - SESSIONS_AT_FIRST }
}
