import { REMEMBER_ME_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { sha256 } from '#server/platform/digest.ts'
import type { SignedIn } from './createSession.ts'
import { checkRememberMe, cookieOf, partsOf } from './rememberMe.rules.ts'

/**
 * Signs in a device again that stays signed in: into the session that it had, with a new token, and with the cookie that it
 * is to show the next time. A secret's successor follows from it and the server's key, so tabs that ask at once are all
 * given the same. One that was replaced a while ago is in two hands: its session ends, everywhere.
 * Null when it opens nothing.
 */
export async function resumeSession(
  context: Context,
  shown: string,
): Promise<(SignedIn & { rememberMeCookie: string }) | null> {
  const { stores, gate, digest, digestBefore, clock } = context
  const parts = partsOf(shown)
  if (parts === null) return null
  const { tokenId, secret } = parts
  const now = clock()
  const session = await stores.sessions.byId(tokenId)
  if (session?.stay === undefined || session.expiresAt <= now) return null

  const successorOf = (by: typeof digest) => by(`stay:${tokenId}:${secret}`)
  const successor = successorOf(digest)
  const result = checkRememberMe(session.stay, sha256(secret), now)
  if (result === 'stale') {
    await gate.end(tokenId)
    await context.live.endSession(tokenId)
    return null
  }
  if (result === 'due') {
    const expiresAt = new Date(now.getTime() + REMEMBER_ME_MS)
    const turn = { shown: sha256(secret), next: sha256(successor), now, expiresAt }
    // Another tab was quicker, or the session has ended meanwhile: the second look tells.
    if (!(await stores.sessions.rotateRememberMe(tokenId, turn))) return resumeSession(context, shown)
  }
  const user = await stores.users.byNo(session.userNo)
  if (user === null || user.suspendedAt) return null
  // While keys are changed, a node with the other one may have replaced it.
  const isOthers = result === 'justReplaced' && sha256(successor) !== session.stay.hash
  const next = isOthers && digestBefore ? successorOf(digestBefore) : successor
  const rememberMeCookie = cookieOf(tokenId, result === 'good' ? secret : next)
  return { user, authToken: gate.tokenFor(session), mustChangePassword: false, stays: true, rememberMeCookie }
}
