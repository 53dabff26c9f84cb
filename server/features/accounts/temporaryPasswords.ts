import { randomInt } from 'node:crypto'
import {
  TEMPORARY_PASSWORD_LENGTH,
  TEMPORARY_PASSWORD_MS,
  TEMPORARY_PASSWORD_PAUSE_MS,
  TEMPORARY_PASSWORDS_MAX,
} from '#protocol/limits.ts'

/** What a reset by e-mail makes: works once beside the password until it expires. */
export interface TemporaryPassword {
  hash: string
  /** Its first signs, so that a sign-in compares only the one that may be meant, and takes as long for everybody. */
  mark?: string
  expiresAt: Date
}

/**
 * Several are good at once, so that a stranger who asks for new ones takes from nobody the one that was just mailed. When
 * there are TEMPORARY_PASSWORDS_MAX, the next takes the oldest one's place, and comes TEMPORARY_PASSWORD_PAUSE_MS after
 * the newest at the earliest: whoever asks meanwhile has a good one in the mailbox, which nobody can flood.
 */
export interface TemporaryPasswords {
  /** The newest. */
  temporaryPassword?: TemporaryPassword
  /** Those before it, newest first. */
  earlierTemporaryPasswords?: TemporaryPassword[]
}

/** Without the signs that are mistaken for one another: 0 and O, 1 and I and l. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const MARK_LENGTH = 2

export function makeTemporaryPassword(): string {
  return Array.from({ length: TEMPORARY_PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  )
}

export function markOf(password: string): string {
  return password.slice(0, MARK_LENGTH)
}

/** Those still good that somebody who typed this may mean, hardly ever more than one; hashes tell whether they do. */
export function temporaryPasswordsMeant(
  { temporaryPassword, earlierTemporaryPasswords = [] }: TemporaryPasswords,
  typed: string,
  now: Date,
): TemporaryPassword[] {
  const all = [...(temporaryPassword ? [temporaryPassword] : []), ...earlierTemporaryPasswords]
  return all.filter(
    ({ mark, expiresAt }) => expiresAt > now && (mark === undefined || mark === markOf(typed)),
  )
}

/** A filter: for whom no new one is made now. */
export function hasEnoughTemporaryPasswords(now: Date) {
  const newestIsFresh = new Date(now.getTime() + TEMPORARY_PASSWORD_MS - TEMPORARY_PASSWORD_PAUSE_MS)
  return {
    'temporaryPassword.expiresAt': { $gt: newestIsFresh },
    [`earlierTemporaryPasswords.${TEMPORARY_PASSWORDS_MAX - 2}.expiresAt`]: { $gt: now },
  }
}

/** An update: the new one becomes the newest, and of those before it the newest that are still good stay. */
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
