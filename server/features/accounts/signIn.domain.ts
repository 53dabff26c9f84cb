import { emailField } from '#protocol/accounts.ts'
import type { Context } from '#server/context.ts'
import { suspended } from '#server/platform/errors.ts'
import type { Say } from '#server/platform/say.ts'
import type { Session } from '#server/platform/session.ts'
import type { UserRecord } from './accounts.store.ts'
import { type CreatedSession, createSession, type Origin, placeOf, type SignedIn } from './createSession.ts'
import { admitSignIn } from './signIn.guard.ts'
import { temporaryPasswordsMeant } from './temporaryPasswords.ts'

const NOBODY = 0

/**
 * Null for an unknown address and for a wrong password, which take equally long. A temporary password is used up, and keeps
 * nobody signed in. Throws a RequestError 'tooMany' for whoever guesses, 'forbidden' for who is suspended.
 */
export async function signIn(
  context: Context,
  {
    email,
    password,
    stays: rememberMe,
    origin,
  }: { email: string; password: string; stays: boolean; origin: Origin },
  say: Say,
): Promise<CreatedSession | null> {
  const { stores, clock } = context
  const parsed = emailField.safeParse(email)
  const user = parsed.success ? await stores.users.byEmail(parsed.data) : null
  const place = await placeOf(context, user?.userNo ?? NOBODY, origin)
  const admitted = await admitSignIn(context, { email, ...place })

  const known = await provePassword(context, user, password)
  if (user === null || known === null) return null
  const { userNo, passwordHash } = user
  if (user.suspendedAt) {
    // They have proven who they are, and nobody else is told.
    await admitted.succeeded()
    throw suspended()
  }
  const { temporaryHash } = known
  if (temporaryHash !== undefined && !(await stores.users.takeTemporaryPassword(userNo, temporaryHash)))
    return null

  // The password may have been changed, the account deleted or suspended, while this one was being compared.
  const stillStands = async () => {
    const now = await stores.users.byNo(userNo)
    return now?.passwordHash === passwordHash && now.suspendedAt === undefined
  }
  const proof = { temporaryHash, stillStands }
  const entered = await createSession(context, { user, place, stays: rememberMe, proof }, say)
  if (entered === null) return null
  await Promise.all([
    admitted.succeeded(),
    temporaryHash !== undefined && stores.users.mailboxProven(userNo, clock()),
  ])
  return entered
}

/** Whether the password is the user's own, or a temporary one that is still good: then also its hash. */
async function provePassword(
  { passwords, clock }: Context,
  user: UserRecord | null,
  password: string,
): Promise<{ temporaryHash?: string } | null> {
  const temporary = user === null ? [] : temporaryPasswordsMeant(user, password, clock())
  const [isOwn, ...isTemporary] = await Promise.all([
    passwords.matches(user?.passwordHash, password),
    ...temporary.map(({ hash }) => passwords.matches(hash, password)),
  ])
  if (isOwn) return {}
  const used = temporary.find((_, index) => isTemporary[index])
  return used ? { temporaryHash: used.hash } : null
}

export async function checkSignIn(
  { stores, gate }: Context,
  authToken: string | undefined,
): Promise<SignedIn | null> {
  const session = await gate.find(authToken)
  if (session === null || authToken === undefined) return null
  const user = await stores.users.byNo(session.viewer.userNo)
  const { mustChangePassword, stays: rememberMe } = session
  return user && { user, authToken, mustChangePassword, stays: rememberMe }
}

export async function signOut({ gate, live }: Context, session: Session | null): Promise<void> {
  if (session === null) return
  await gate.end(session.tokenId)
  await live.endSession(session.tokenId)
}
