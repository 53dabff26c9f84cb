import type { Context } from '#server/context.ts'
import { tooMany } from '#server/platform/errors.ts'

/** Beyond the account's ceiling each further failure makes the next try wait this much longer… */
const WAIT_STEP_MS = 100
/** …up to this. */
const WAIT_MAX_MS = 5_000

/** How many tries may wait at a node, and of one account: together with the wait they bound how fast can be guessed. */
export const signInWaitingRoom = { places: 500, placesPerKey: 20 }

export interface SignInTry {
  /** As it was typed, whether or not it is somebody's. */
  email: string
  /** A digest of where it comes from. */
  addressHash: string
  /** When this device has signed in to the account before. */
  knownDeviceHash: string | null
  /** The account was signed in to from this address before. */
  isKnownAddress: boolean
}

/** A try that may go on. It counts as a failure until it is said that it was none. */
export interface AdmittedTry {
  succeeded(): Promise<void>
}

/**
 * Lets guesses at passwords become few, and keeps nobody out of their account because of what others do:
 *
 * - A device that knows the account is counted for itself alone.
 * - Other tries are counted for account and address together, and for the address over all accounts: who guesses from
 *   elsewhere uses up nothing of the owner's.
 * - Guesses from very many addresses make tries wait that come from a new device at a new address, ever longer but never
 *   for ever. The right password is right after the wait.
 *
 * Throws a RequestError 'tooMany'. The same for an e-mail that is nobody's.
 */
export async function admitSignIn(context: Context, attempt: SignInTry): Promise<AdmittedTry> {
  const { signInHere, signInFromAddress, signInOfAccount } = context.attempts
  const { addressHash, knownDeviceHash, isKnownAddress } = attempt
  const account = context.digest(attempt.email.trim().toLowerCase())
  const here = `${account}:${knownDeviceHash ?? addressHash}`
  await signInHere.admit(here)
  if (knownDeviceHash !== null) return { succeeded: () => signInHere.forget(here) }

  await signInFromAddress.admit(addressHash)
  if (!isKnownAddress) await waitBeyond(context, account)
  return {
    async succeeded() {
      await Promise.all([
        signInHere.forget(here),
        signInFromAddress.takeBack(addressHash),
        !isKnownAddress && signInOfAccount.takeBack(account),
      ])
    },
  }
}

async function waitBeyond({ attempts, waitingRoom }: Context, account: string): Promise<void> {
  const { beyond } = await attempts.signInOfAccount.add(account)
  if (beyond <= 0) return
  const waitMs = Math.min(beyond * WAIT_STEP_MS, WAIT_MAX_MS)
  if (!(await waitingRoom.wait(account, waitMs))) throw tooMany(WAIT_MAX_MS)
}
