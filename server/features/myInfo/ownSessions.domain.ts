import type { Context } from '#server/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { SessionRecord } from '#server/platform/session.store.ts'
import type { Session } from '#server/platform/session.ts'

export function listOwnSessions({ stores, clock }: Context, { viewer }: Session): Promise<SessionRecord[]> {
  return stores.sessions.ofUser(viewer.userNo, clock())
}

/** Somebody else's session is not found. */
export async function endOwnSession(context: Context, { viewer }: Session, tokenId: string): Promise<void> {
  const { stores, gate, live } = context
  const session = await stores.sessions.byId(tokenId)
  if (session?.userNo !== viewer.userNo) throw notFound()
  await gate.end(tokenId)
  await live.endSession(tokenId)
}

/** Whoever is signed in elsewhere as this user is so no more when this resolves, on every node. */
export async function endOtherSessions({ stores, live }: Context, session: Session): Promise<void> {
  const ended = await stores.sessions.endOfUser(session.viewer.userNo, session.tokenId)
  await Promise.all(ended.map(tokenId => live.endSession(tokenId)))
}
