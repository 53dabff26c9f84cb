import { randomBytes } from 'node:crypto'
import { EMAIL_CONFIRMATION_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { sha256 } from '#server/platform/digest.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import type { Say } from '#server/platform/say.ts'
import type { Session } from '#server/platform/session.ts'
import { type FieldErrors, type Registration, register } from './accounts.domain.ts'
import type { UserRecord } from './accounts.store.ts'
import { confirmationMail } from './confirmation.mail.ts'
import { revokeOtherCredentials } from './revokeOtherCredentials.ts'

const TOKEN_BYTES = 16

/** Whether friends cannot find somebody by their e-mail yet. Where no mail can be sent, nobody is asked to confirm any. */
export function mustConfirmEmail({ mailer }: Context, user: UserRecord): boolean {
  return mailer.delivers && user.emailUnconfirmed === true
}

/** Makes an account; where mail can be sent, one whose e-mail is to be confirmed, by a link that is sent. */
export async function signUp(
  context: Context,
  registration: Registration,
  say: Say,
): Promise<{ userNo: number; isLinkSent: boolean } | { fieldErrors: FieldErrors }> {
  const { delivers } = context.mailer
  const result = await register(context, { ...registration, ...(delivers && { emailUnconfirmed: true }) })
  if ('fieldErrors' in result) return result
  return { ...result, isLinkSent: delivers && (await sendConfirmation(context, result.userNo, say)) }
}

/**
 * Sends a new link, which makes the one before worthless; false when the e-mail is confirmed already. Throws a
 * RequestError 'tooMany' when it is asked for over and over.
 */
export async function sendConfirmation(context: Context, userNo: number, say: Say): Promise<boolean> {
  const { stores, attempts, clock, mailer, publicUrl } = context
  const user = await stores.users.byNo(userNo)
  if (user === null) throw notSignedIn()
  if (!mustConfirmEmail(context, user)) return false
  await attempts.confirmationMail.admit(String(userNo))
  const secret = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(clock().getTime() + EMAIL_CONFIRMATION_MS)
  await stores.users.awaitConfirmation(userNo, { hash: sha256(secret), expiresAt })
  const token = `${userNo}.${secret}`
  mailer.send(confirmationMail({ to: user.email, name: user.username, token, publicUrl }, say))
  return true
}

/**
 * What a link holds. True for the one who uses it up in time; what led into the account before leads there no more, but for the
 * session from which it is asked.
 */
export async function confirmEmail(
  context: Context,
  token: string,
  session: Session | null,
): Promise<boolean> {
  const { stores, clock } = context
  const [, userNo, secret] = token.match(/^(\d{1,15})\.([\w-]{22})$/) ?? []
  if (userNo === undefined || secret === undefined) return false
  const owner = Number(userNo)
  if (!(await stores.users.confirmEmail(owner, sha256(secret), clock()))) return false
  await revokeOtherCredentials(context, owner, session?.viewer.userNo === owner ? session.tokenId : undefined)
  return true
}
