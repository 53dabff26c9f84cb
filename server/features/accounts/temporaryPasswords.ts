import { randomInt } from 'node:crypto'
import {
  TEMPORARY_PASSWORD_LENGTH,
  TEMPORARY_PASSWORD_MS,
  TEMPORARY_PASSWORD_PAUSE_MS,
  TEMPORARY_PASSWORDS_MAX,
} from '#protocol/limits.ts'

/** A password sent by a reset mail. It works once, beside the password, until it expires. */
export interface TemporaryPassword {
  hash: string
  /**
   * Its first characters. A sign-in compares only the matching candidate, so that it takes equally long for every
   * account.
   */
  mark?: string
  expiresAt: Date
}

/**
 * Several are valid at once, so that requests by somebody else do not invalidate the one just mailed. At
 * TEMPORARY_PASSWORDS_MAX the next one replaces the oldest, at the earliest TEMPORARY_PASSWORD_PAUSE_MS after the
 * newest. Requests in between send nothing: the mailbox has a valid one and cannot be flooded.
 */
export interface TemporaryPasswords {
  temporaryPassword?: TemporaryPassword
  /** Older ones, newest first. */
  earlierTemporaryPasswords?: TemporaryPassword[]
}

/** Without characters that are easily confused: 0 and O, 1, I and l. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const MARK_LENGTH = 2

export function generateTemporaryPassword(): string {
  return Array.from({ length: TEMPORARY_PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  )
}

export function markOf(password: string): string {
  return password.slice(0, MARK_LENGTH)
}

/** Valid temporary passwords whose mark matches the input; hardly ever more than one. */
export function matchingTemporaryPasswords(
  { temporaryPassword, earlierTemporaryPasswords = [] }: TemporaryPasswords,
  input: string,
  now: Date,
): TemporaryPassword[] {
  const all = [...(temporaryPassword ? [temporaryPassword] : []), ...earlierTemporaryPasswords]
  return all.filter(
    ({ mark, expiresAt }) => expiresAt > now && (mark === undefined || mark === markOf(input)),
  )
}

/** Filter for users who get no new temporary password now. */
export function hasEnoughTemporaryPasswords(now: Date) {
  const newestIsFresh = new Date(now.getTime() + TEMPORARY_PASSWORD_MS - TEMPORARY_PASSWORD_PAUSE_MS)
  return {
    'temporaryPassword.expiresAt': { $gt: newestIsFresh },
    [`earlierTemporaryPasswords.${TEMPORARY_PASSWORDS_MAX - 2}.expiresAt`]: { $gt: now },
  }
}

/** Update that adds a temporary password and keeps the newest valid ones. */
export function withTemporaryPassword(added: TemporaryPassword, now: Date) {
  const newest = { $cond: [{ $gt: ['$temporaryPassword', null] }, ['$temporaryPassword'], []] }
  const earlier = { $ifNull: ['$earlierTemporaryPasswords', []] }
  const good = {
    $filter: { input: { $concatArrays: [newest, earlier] }, cond: { $gt: ['$$this.expiresAt', now] } },
  }
  return [
    {
      $set: {
        temporaryPassword: { $literal: added },
        earlierTemporaryPasswords: { $slice: [good, TEMPORARY_PASSWORDS_MAX - 1] },
      },
    },
  ]
}
