import { randomBytes } from 'node:crypto'
import { emailField, mobileField, usernameField } from '#protocol/accounts.ts'
import { EMAIL_CONFIRMATION_MS, TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Language } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { processProfilePicture } from '#server/features/pictures/imageProcessing.ts'
import { invalid, notSignedIn, RequestError } from '#server/platform/errors.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Passwords, sha256 } from '#server/platform/secrets.ts'
import type { Session } from '#server/platform/session.ts'
import type { UniqueField, UserChange, UserRecord, UserRepository } from './accounts.repository.ts'
import { confirmationMail, resetMail } from './mails.ts'
import { isReservedName } from './names.rules.ts'
import { affectsPublicProfile } from './publicProfile.ts'
import { revokeOtherCredentials } from './sessions.service.ts'
import { generateTemporaryPassword, markOf } from './temporaryPasswords.ts'

interface Registration {
  email: string
  username: string
  /** Digits, or empty. */
  mobile: string
  password: string
  /** The password is random and unknown to the user. */
  withoutPassword?: true
  /** True while the confirmation link has not been opened. */
  emailUnconfirmed?: true
  /** Somebody else has verified the address, such as the provider of a sign-in. */
  emailConfirmedAt?: Date
  /** For mails. */
  language: Language
  /** Path of the uploaded JPEG or PNG. */
  picture?: string | undefined
}

/** Validation errors of the sign-up form, by field. */
export type FieldErrors = Partial<Record<UniqueField, TextKey>>

const fields = { email: emailField, username: usernameField, mobile: mobileField }
const takenMessages = {
  email: 'accounts.emailTaken',
  username: 'accounts.usernameTaken',
  mobile: 'accounts.mobileTaken',
} as const

/** Validates each given field and looks for duplicates. Empty fields are valid. */
export async function checkRegistration(
  { repositories }: Context,
  input: Record<UniqueField, string>,
): Promise<FieldErrors> {
  const fieldErrors: FieldErrors = {}
  for (const field of ['email', 'username', 'mobile'] as const) {
    if (input[field] === '') continue
    const parsed = fields[field].safeParse(input[field])
    if (!parsed.success) fieldErrors[field] = invalid(parsed.error.issues[0]).sentence
    else if (field === 'username' && isReservedName(parsed.data))
      fieldErrors[field] = 'accounts.usernameReserved'
    else if (await repositories.users.isTaken(field, parsed.data)) fieldErrors[field] = takenMessages[field]
  }
  return fieldErrors
}

/** The unique indexes decide between users who register the same e-mail, name or number at the same moment. */
export async function register(
  context: Context,
  registration: Registration,
): Promise<{ userNo: number } | { fieldErrors: FieldErrors }> {
  const { repositories, counters, passwords, clock } = context
  const { email, username, mobile, password, withoutPassword, emailUnconfirmed } = registration
  const { emailConfirmedAt, language } = registration
  const fieldErrors = await checkRegistration(context, { email, username, mobile })
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors }
  const picture = registration.picture && (await processProfilePicture(registration.picture, 'profPicFile'))
  const userNo = await counters.next('user')
  const pictureId = picture && (await repositories.pictures.insert(userNo, picture))
  const user = {
    userNo,
    email,
    username,
    ...(mobile !== '' && { mobile }),
    ...(pictureId !== undefined && { pictureId }),
    ...(withoutPassword && { withoutPassword }),
    ...(emailUnconfirmed && { emailUnconfirmed }),
    ...(emailConfirmedAt && { emailConfirmedAt }),
    mail: { language },
    passwordHash: await passwords.hash(password),
    privilege: 0,
    createdAt: clock(),
  }
  const conflict = await repositories.users.insert(user)
  if (conflict === null) return { userNo }
  await repositories.pictures.deleteByUser(userNo)
  return { fieldErrors: { [conflict]: takenMessages[conflict] } }
}

/** Also invalidates the cached public profile on all nodes if it changes. */
export async function changeUser(
  { repositories, live }: Context,
  user: UserRecord,
  change: UserChange,
): ReturnType<UserRepository['update']> {
  const before = await repositories.users.update(user, change)
  if (affectsPublicProfile(change)) await live.invalidateRecord('people', user.userNo)
  return before
}

const CONFIRMATION_TOKEN_BYTES = 16

/** Whether friends cannot find the user by e-mail yet. Without a mailer nobody has to confirm. */
export function mustConfirmEmail({ mailer }: Context, user: UserRecord): boolean {
  return mailer.sendsMail && user.emailUnconfirmed === true
}

/** Creates an account. If the server can send mail, sends the confirmation link. */
export async function signUp(
  context: Context,
  registration: Omit<Registration, 'language'>,
  t: Translate,
): Promise<{ userNo: number; isLinkSent: boolean } | { fieldErrors: FieldErrors }> {
  const { sendsMail } = context.mailer
  const result = await register(context, {
    ...registration,
    language: t.language,
    ...(sendsMail && { emailUnconfirmed: true }),
  })
  if ('fieldErrors' in result) return result
  return { ...result, isLinkSent: sendsMail && (await sendFirstConfirmation(context, result.userNo, t)) }
}

/** For a new account. Returns false if its address has got too many mails today: the account exists nevertheless. */
export async function sendFirstConfirmation(
  context: Context,
  userNo: number,
  t: Translate,
): Promise<boolean> {
  try {
    return await sendConfirmation(context, userNo, t)
  } catch (error) {
    if (error instanceof RequestError && error.code === 'tooMany') return false
    throw error
  }
}

/**
 * Sends a new link, which replaces the previous one. Returns false if the e-mail is confirmed already. Throws
 * `tooMany` for repeated requests.
 */
export async function sendConfirmation(context: Context, userNo: number, t: Translate): Promise<boolean> {
  const { repositories, attempts, clock, mailer, publicUrl, keyedHash } = context
  const user = await repositories.users.findByNo(userNo)
  if (user === null) throw notSignedIn()
  if (!mustConfirmEmail(context, user)) return false
  await attempts.confirmationMail.admit(String(userNo))
  await attempts.confirmationMailDaily.admit(keyedHash(user.email))
  const secret = randomBytes(CONFIRMATION_TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(clock().getTime() + EMAIL_CONFIRMATION_MS)
  await repositories.users.setEmailConfirmation(userNo, { hash: sha256(secret), expiresAt })
  const token = `${userNo}.${secret}`
  mailer.send(confirmationMail({ to: user.email, name: user.username, token, publicUrl }, t))
  return true
}

/**
 * Returns true for the first use of a valid token. Revokes all credentials that are older than the confirmation,
 * except the session of the caller. The token stays valid until then, so that an attempt that failed can be repeated.
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
  const hash = sha256(secret)
  if (!(await repositories.users.confirmEmail(owner, hash, clock()))) return false
  await revokeOtherCredentials(context, owner, session?.viewer.userNo === owner ? session.tokenId : undefined)
  await repositories.users.deleteEmailConfirmation(owner, hash)
  return true
}

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
