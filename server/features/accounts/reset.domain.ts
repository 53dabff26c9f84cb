import { emailField } from '#protocol/accounts.ts'
import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { Passwords } from '#server/platform/password.ts'
import type { Say } from '#server/platform/say.ts'
import type { UserRecord, UserStore } from './accounts.store.ts'
import { resetMail } from './reset.mail.ts'
import { makeTemporaryPassword, markOf } from './temporaryPasswords.ts'

/**
 * Sends a temporary password, unless enough good ones lie in the mailbox already; false when nobody has this address.
 * The password stays good, and so do the temporary ones before it, so a stranger's request locks nobody out. Both
 * outcomes do the same work, and nobody waits for the mail. Throws a RequestError 'tooMany' for one address that asks
 * for an account over and over.
 */
export async function resetPassword(
  { stores, attempts, passwords, digest, clock, mailer, publicUrl }: Context,
  { email: typed, address }: { email: string; address: string },
  say: Say,
): Promise<boolean> {
  const email = emailField.safeParse(typed).data ?? ''
  await attempts.resetHere.admit(`${digest(typed.trim().toLowerCase())}:${digest(address)}`)
  const { user, password } = await giveTemporaryPassword({ users: stores.users, passwords }, email, clock())
  if (user === null) return stores.users.has('email', email)
  mailer.send(resetMail({ to: user.email, name: user.username, password, publicUrl }, say))
  return true
}

/**
 * A temporary password beside the good ones. `user` is null, and nothing given, when nobody has this address, or has
 * enough of them for now.
 */
export async function giveTemporaryPassword(
  { users, passwords }: { users: UserStore; passwords: Passwords },
  email: string,
  now: Date,
): Promise<{ user: UserRecord | null; password: string }> {
  const password = makeTemporaryPassword()
  const added = {
    hash: await passwords.hash(password),
    mark: markOf(password),
    expiresAt: new Date(now.getTime() + TEMPORARY_PASSWORD_MS),
  }
  return { user: await users.addTemporaryPassword(email, added, now), password }
}
