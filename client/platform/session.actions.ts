import { giveUpChecking, leaveSession, storedToken } from './session.ts'
import { resetViewStates } from './viewState.ts'

/**
 * What the shell does with a session. The calls themselves are loaded when one is made: with them come zod and the
 * query cache, and a visitor's first page carries neither.
 */

/** Asks the server whether the stored token still stands: on every page load. A visitor asks nothing. Never throws. */
export async function restoreSession(): Promise<void> {
  if (storedToken() === null) return
  try {
    const { checkSession } = await import('./session.calls.ts')
    await checkSession()
  } catch {
    giveUpChecking()
  }
}

/** Clears at once what the tab knows of the user, then tells the server; rejects when that cannot be told. */
export async function signOut(): Promise<void> {
  const authToken = storedToken()
  leaveSession()
  resetViewStates()
  const { forgetAndTell } = await import('./session.calls.ts')
  await forgetAndTell(authToken)
}
