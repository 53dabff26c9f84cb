import { randomBytes } from 'node:crypto'
import { EMAIL_CONFIRMATION_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { Session } from '#server/platform/session.ts'
import type { UserRecord } from './accounts.repository.ts'
import { type FieldErrors, type Registration, register } from './accounts.service.ts'
import { confirmationMail } from './mails.ts'
import { revokeOtherCredentials } from './sessions.service.ts'

const TOKEN_BYTES = 16

/** Whether friends cannot find the user by e-mail yet. Without a mailer nobody has to confirm. */
export function mustConfirmEmail({ mailer }: Context, user: UserRecord): boolean {
  return mailer.sendsMail && user.emailUnconfirmed === true
}

/** Creates an account. If the server can send mail, sends the confirmation link. */
export async function signUp(
  context: Context,
  registration: Registration,
  t: Translate,
): Promise<{ userNo: number; isLinkSent: boolean } | { fieldErrors: FieldErrors }> {
  const { sendsMail } = context.mailer
  const result = await register(context, { ...registration, ...(sendsMail && { emailUnconfirmed: true }) })
  if ('fieldErrors' in result) return result
  return { ...result, isLinkSent: sendsMail && (await sendConfirmation(context, result.userNo, t)) }
}

/**
 * Sends a new link, which replaces the previous one. Returns false if the e-mail is confirmed already. Throws
 * `tooMany` for repeated requests.
 */
export async function sendConfirmation(context: Context, userNo: number, t: Translate): Promise<boolean> {
  const { repositories, attempts, clock, mailer, publicUrl } = context
  const user = await repositories.users.findByNo(userNo)
  if (user === null) throw notSignedIn()
  if (!mustConfirmEmail(context, user)) return false
  await attempts.confirmationMail.admit(String(userNo))
  const secret = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(clock().getTime() + EMAIL_CONFIRMATION_MS)
  await repositories.users.setEmailConfirmation(userNo, { hash: sha256(secret), expiresAt })
  const token = `${userNo}.${secret}`
  mailer.send(confirmationMail({ to: user.email, name: user.username, token, publicUrl }, t))
  return true
}

/**
 * Returns true for the first use of a valid token. Revokes all credentials that are older than the confirmation,
 * except the session of the caller.
 */
export async function confirmEmail(
  context: Context,
  token: string,
  session: Session | null,
): Promise<boolean> {
  const { repositories, clock } = context
  const [, userNo, secret] = token.match(/^(\d{1,15})\.([\w-]{22})$/) ?? []
  if (userNo === undefined || secret === undefined) return false
  const owner = Number(userNo)
  if (!(await repositories.users.confirmEmail(owner, sha256(secret), clock()))) return false
  await revokeOtherCredentials(context, owner, session?.viewer.userNo === owner ? session.tokenId : undefined)
  return true
}
