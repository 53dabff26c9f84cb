import { randomInt } from 'node:crypto'
import { emailField } from '#protocol/accounts.ts'
import { TEMPORARY_PASSWORD_LENGTH, TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { hashPassword } from '#server/platform/password.ts'
import type { Say } from '#server/platform/say.ts'
import { resetMail } from './reset.mail.ts'

/** Without the signs that are mistaken for one another: 0 and O, 1 and I and l. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Sends a temporary password; false when nobody has this address. The old password stays good, so a stranger's
 * request locks nobody out. Both outcomes do the same work, and nobody waits for the mail.
 */
export async function resetPassword(
  { stores, clock, mailer, publicUrl }: Context,
  email: string,
  say: Say,
): Promise<boolean> {
  const password = temporaryPassword()
  const hash = await hashPassword(password)
  const expiresAt = new Date(clock().getTime() + TEMPORARY_PASSWORD_MS)
  const user = await stores.users.setTemporaryPassword(emailField.safeParse(email).data ?? '', {
    hash,
    expiresAt,
  })
  if (user === null) return false
  mailer.send(resetMail({ to: user.email, name: user.username, password, publicUrl }, say))
  return true
}

function temporaryPassword(): string {
  return Array.from({ length: TEMPORARY_PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  )
}
