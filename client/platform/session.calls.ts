import { checkSignIn, signIn as signInCall, signOut as signOutCall } from '#protocol/accounts.ts'
import { callApi } from './callApi.ts'
import { CallFailed } from './callFailed.ts'
import { queryClient } from './queryClient.ts'
import { enterSession, giveUpChecking, leaveSession, storedToken } from './session.ts'

/** How often, and after which pause, a check is repeated that a restarting server or a lost network kept from an answer. */
const CHECK_ATTEMPTS = 4
const CHECK_PAUSE_MS = 1500

/** Asks whether the stored token stands, on every page load and after signing in. Never throws. */
export async function checkSession(): Promise<void> {
  const authToken = storedToken()
  if (authToken === null) return
  const reply = await askPatiently(authToken)
  if (storedToken() !== authToken) return
  if (reply === null) giveUpChecking()
  else if (reply.authenticated) enterSession(reply)
  else leaveSession()
}

/** Null when the server did not answer. */
async function askPatiently(authToken: string) {
  for (let attempt = 1; attempt <= CHECK_ATTEMPTS; attempt++) {
    if (attempt > 1) await new Promise(resolve => setTimeout(resolve, CHECK_PAUSE_MS))
    try {
      return await callApi(checkSignIn, { authToken })
    } catch (error) {
      if (!(error instanceof CallFailed && error.isPassing)) return null
    }
  }
  return null
}

/** Whether the e-mail and password were right; if so, the user is signed in. Throws CallFailed. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const reply = await callApi(signInCall, { email, password })
  if (!reply.authenticated) return false
  queryClient.clear()
  enterSession(reply)
  void checkSession()
  return true
}

/** The second half of signing out: nothing that was fetched stays, and the server ends the session. */
export async function forgetAndTell(authToken: string | null): Promise<void> {
  queryClient.clear()
  if (authToken !== null) await callApi(signOutCall, { authToken })
}
