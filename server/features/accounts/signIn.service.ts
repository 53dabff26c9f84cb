import { emailField } from '#protocol/accounts.ts'
import type { Context } from '#server/context.ts'
import { suspended, tooMany } from '#server/platform/errors.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { Session } from '#server/platform/session.ts'
import type { UserRecord } from './accounts.repository.ts'
import {
  type CreatedSession,
  createSession,
  lookUpDevice,
  type Origin,
  type SignedIn,
} from './sessions.service.ts'
import { matchingTemporaryPasswords } from './temporaryPasswords.ts'

const NOBODY = 0

/**
 * Returns null for an unknown address or a wrong password; both take equally long. A temporary password works once
 * and cannot use "remember me". Throws `tooMany` for repeated guesses and `forbidden` for suspended users.
 */
export async function signIn(
  context: Context,
  {
    email,
    password,
    rememberMe,
    origin,
  }: { email: string; password: string; rememberMe: boolean; origin: Origin },
  t: Translate,
): Promise<CreatedSession | null> {
  const { repositories, clock } = context
  const parsed = emailField.safeParse(email)
  const user = parsed.success ? await repositories.users.findByEmail(parsed.data) : null
  const deviceLookup = await lookUpDevice(context, user?.userNo ?? NOBODY, origin)
  const admitted = await admitSignIn(context, { email, ...deviceLookup })

  const verified = await verifyPassword(context, user, password)
  if (user === null || verified === null) return null
  const { userNo, passwordHash } = user
  if (user.suspendedAt) {
    // Only a user with the right password learns of the suspension.
    await admitted.succeeded()
    throw suspended()
  }
  const { temporaryHash } = verified
  if (
    temporaryHash !== undefined &&
    !(await repositories.users.consumeTemporaryPassword(userNo, temporaryHash))
  )
    return null

  // The password may have been changed, or the account deleted or suspended, during the comparison.
  const isStillValid = async () => {
    const now = await repositories.users.findByNo(userNo)
    return now?.passwordHash === passwordHash && now.suspendedAt === undefined
  }
  const proof = { temporaryHash, isStillValid }
  const session = await createSession(context, { user, deviceLookup, rememberMe, proof }, t)
  if (session === null) return null
  await Promise.all([
    admitted.succeeded(),
    temporaryHash !== undefined && repositories.users.confirmMailbox(userNo, clock()),
  ])
  return session
}

/** Checks the password and the valid temporary passwords. Returns the hash of a matching temporary password. */
async function verifyPassword(
  { passwords, clock }: Context,
  user: UserRecord | null,
  password: string,
): Promise<{ temporaryHash?: string } | null> {
  const temporary = user === null ? [] : matchingTemporaryPasswords(user, password, clock())
  const [isOwn, ...isTemporary] = await Promise.all([
    passwords.matches(user?.passwordHash, password),
    ...temporary.map(({ hash }) => passwords.matches(hash, password)),
  ])
  if (isOwn) return {}
  const used = temporary.find((_, index) => isTemporary[index])
  return used ? { temporaryHash: used.hash } : null
}

export async function checkSignIn(
  { repositories, gate }: Context,
  authToken: string | undefined,
): Promise<SignedIn | null> {
  const session = await gate.find(authToken)
  if (session === null || authToken === undefined) return null
  const user = await repositories.users.findByNo(session.viewer.userNo)
  const { mustChangePassword, isRemembered: rememberMe } = session
  return user && { user, authToken, mustChangePassword, rememberMe }
}

export async function signOut({ gate, live }: Context, session: Session | null): Promise<void> {
  if (session === null) return
  await gate.end(session.tokenId)
  await live.endSession(session.tokenId)
}

/** Additional delay per failure beyond the limit of the account. */
const WAIT_STEP_MS = 100
const WAIT_MAX_MS = 5_000

/** Limits of waiting attempts per node and per account. Together with the delay they bound the rate of guesses. */
export const signInQueueSize = { places: 500, placesPerKey: 20 }

interface LoginAttempt {
  /** As typed; possibly no account. */
  email: string
  /** Keyed hash of the IP address. */
  addressHash: string
  /** Set if this device has signed in to the account before. */
  knownDeviceHash: string | null
  /** Whether the account was signed in to from this address before. */
  isKnownAddress: boolean
}

/** Counts as a failure until `succeeded` is called. */
interface AdmittedAttempt {
  succeeded(): Promise<void>
}

/**
 * Throttles password guessing without locking the owner out:
 * - A known device has a counter of its own.
 * - Other attempts count per account and address, and per address across accounts, so guesses from elsewhere do not
 *   use up the owner's attempts.
 * - Many guesses from different addresses delay attempts by new devices from new addresses, up to a limit. A correct
 *   password still succeeds after the delay. Throws `tooMany`. Unknown e-mail addresses behave the same.
 */
async function admitSignIn(context: Context, attempt: LoginAttempt): Promise<AdmittedAttempt> {
  const { signInHere, signInFromAddress, signInOfAccount } = context.attempts
  const { addressHash, knownDeviceHash, isKnownAddress } = attempt
  const account = context.keyedHash(attempt.email.trim().toLowerCase())
  const attemptKey = `${account}:${knownDeviceHash ?? addressHash}`
  await signInHere.admit(attemptKey)
  if (knownDeviceHash !== null) return { succeeded: () => signInHere.reset(attemptKey) }

  await signInFromAddress.admit(addressHash)
  if (!isKnownAddress) await delayExcessAttempts(context, account)
  return {
    async succeeded() {
      await Promise.all([
        signInHere.reset(attemptKey),
        signInFromAddress.undo(addressHash),
        !isKnownAddress && signInOfAccount.undo(account),
      ])
    },
  }
}

async function delayExcessAttempts({ attempts, delayQueue }: Context, account: string): Promise<void> {
  const { excess } = await attempts.signInOfAccount.add(account)
  if (excess <= 0) return
  const waitMs = Math.min(excess * WAIT_STEP_MS, WAIT_MAX_MS)
  if (!(await delayQueue.wait(account, waitMs))) throw tooMany(WAIT_MAX_MS)
}
