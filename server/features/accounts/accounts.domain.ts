import { emailField, mobileField, usernameField } from '#protocol/accounts.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { makePicture } from '#server/features/pictures/pictures.making.ts'
import { invalid } from '#server/platform/errors.ts'
import { hashPassword, verifyPassword } from '#server/platform/password.ts'
import type { Session } from '#server/platform/session.ts'
import type { UniqueField, UserRecord } from './accounts.store.ts'

export interface Registration {
  email: string
  username: string
  /** Digits, or empty. */
  mobile: string
  password: string
  /** Where a JPEG or PNG lies as it was uploaded. */
  picture?: string | undefined
}

/** What is wrong with sign-up data, by field. */
export type Complaints = Partial<Record<UniqueField, TextKey>>

const fields = { email: emailField, username: usernameField, mobile: mobileField }
const taken = {
  email: 'accounts.emailTaken',
  username: 'accounts.usernameTaken',
  mobile: 'accounts.mobileTaken',
} as const

/** Checks each given field for form and for duplicates. An empty field is nobody's complaint. */
export async function checkRegistration(
  { stores }: Context,
  typed: Record<UniqueField, string>,
): Promise<Complaints> {
  const complaints: Complaints = {}
  for (const field of ['email', 'username', 'mobile'] as const) {
    if (typed[field] === '') continue
    const parsed = fields[field].safeParse(typed[field])
    if (!parsed.success) complaints[field] = invalid(parsed.error.issues[0]).sentence
    else if (await stores.users.has(field, parsed.data)) complaints[field] = taken[field]
  }
  return complaints
}

/** Of two people who want the same address, name or number in the same moment, exactly one gets it. */
export async function register(
  { stores, counters, clock }: Context,
  registration: Registration,
): Promise<{ userNo: number } | { complaints: Complaints }> {
  const { email, username, mobile, password } = registration
  const picture = registration.picture && (await makePicture(registration.picture, 'profPicFile'))
  const userNo = await counters.next('user')
  const pictureId = picture && (await stores.pictures.insert(userNo, picture))
  const user = {
    userNo,
    email,
    username,
    ...(mobile !== '' && { mobile }),
    ...(pictureId !== undefined && { pictureId }),
    passwordHash: await hashPassword(password),
    privilege: 0,
    createdAt: clock(),
  }
  const conflict = await stores.users.insert(user)
  if (conflict === null) return { userNo }
  await stores.pictures.deleteOf(userNo)
  return { complaints: { [conflict]: taken[conflict] } }
}

export interface SignedIn {
  user: UserRecord
  authToken: string
  mustChangePassword: boolean
}

/** Null for an unknown address and for a wrong password, which take equally long. A temporary password is used up. */
export async function signIn(
  { stores, gate, clock }: Context,
  { email, password, device }: { email: string; password: string; device: string },
): Promise<SignedIn | null> {
  const { users } = stores
  const parsed = emailField.safeParse(email)
  const user = parsed.success ? await users.byEmail(parsed.data) : null
  const proof = await provePassword(user, password, clock())
  if (user === null || proof === null) return null
  if (
    proof.temporaryHash !== undefined &&
    !(await users.takeTemporaryPassword(user.userNo, proof.temporaryHash))
  )
    return null

  const origin = {
    device,
    ...(proof.temporaryHash !== undefined && { temporaryPasswordHash: proof.temporaryHash }),
  }
  const { tokenId, authToken } = await gate.open(user.userNo, origin)
  // The password may have been changed, or the account deleted, while this one was being compared.
  if ((await users.byNo(user.userNo))?.passwordHash !== user.passwordHash) {
    await gate.end(tokenId)
    return null
  }
  return { user, authToken, mustChangePassword: proof.temporaryHash !== undefined }
}

/** Whether the password is the user's own, or a temporary one that is still good: then also its hash. */
async function provePassword(
  user: UserRecord | null,
  password: string,
  now: Date,
): Promise<{ temporaryHash?: string } | null> {
  const temporary = user?.temporaryPassword
  const isGood = temporary !== undefined && temporary.expiresAt > now
  const [isOwn, isTemporary] = await Promise.all([
    verifyPassword(user?.passwordHash, password),
    isGood && verifyPassword(temporary.hash, password),
  ])
  if (isOwn) return {}
  return isTemporary && isGood ? { temporaryHash: temporary.hash } : null
}

export async function checkSignIn(
  { stores, gate }: Context,
  authToken: string | undefined,
): Promise<SignedIn | null> {
  const session = await gate.find(authToken)
  if (session === null || authToken === undefined) return null
  const [user, record] = await Promise.all([
    stores.users.byNo(session.viewer.userNo),
    stores.sessions.byId(session.tokenId),
  ])
  const mustChangePassword = record?.temporaryPasswordHash !== undefined
  return user && { user, authToken, mustChangePassword }
}

export async function signOut({ gate, live }: Context, session: Session | null): Promise<void> {
  if (session === null) return
  await gate.end(session.tokenId)
  await live.endSession(session.tokenId)
}
