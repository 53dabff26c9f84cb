import { emailField } from '#protocol/accounts.ts'
import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { Passwords } from '#server/platform/password.ts'
import type { UserRecord, UserRepository } from './accounts.repository.ts'
import { resetMail } from './mails.ts'
import { generateTemporaryPassword, markOf } from './temporaryPasswords.ts'

/**
 * Mails a temporary password, unless the mailbox has enough valid ones. Returns false for an unknown address. The
 * password and earlier temporary passwords stay valid, so that a request by somebody else locks nobody out. Both
 * outcomes do the same work and do not wait for the mail. Throws `tooMany` if one client repeats the request for an
 * account.
 */
export async function resetPassword(
  { repositories, attempts, passwords, keyedHash, clock, mailer, publicUrl }: Context,
  { email: input, address }: { email: string; address: string },
  t: Translate,
): Promise<boolean> {
  const email = emailField.safeParse(input).data ?? ''
  await attempts.resetHere.admit(`${keyedHash(input.trim().toLowerCase())}:${keyedHash(address)}`)
  const { user, password } = await addTemporaryPassword(
    { users: repositories.users, passwords },
    email,
    clock(),
  )
  if (user === null) return repositories.users.isTaken('email', email)
  mailer.send(resetMail({ to: user.email, name: user.username, password, publicUrl }, t))
  return true
}

/**
 * Adds a temporary password. `user` is null, and nothing is added, for an unknown address or if the account has
 * enough of them.
 */
export async function addTemporaryPassword(
  { users, passwords }: { users: UserRepository; passwords: Passwords },
  email: string,
  now: Date,
): Promise<{ user: UserRecord | null; password: string }> {
  const password = generateTemporaryPassword()
  const added = {
    hash: await passwords.hash(password),
    mark: markOf(password),
    expiresAt: new Date(now.getTime() + TEMPORARY_PASSWORD_MS),
  }
  return { user: await users.addTemporaryPassword(email, added, now), password }
}
