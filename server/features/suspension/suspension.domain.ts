import { isAdministrator, type Viewer } from '#protocol/access.ts'
import { PEOPLE_LOOKED_UP_MAX } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.store.ts'
import { recordAuditEntry } from '#server/features/audit/audit.domain.ts'
import { notFound } from '#server/platform/errors.ts'
import type { SessionUse } from '#server/platform/session.store.ts'

export interface Supervised {
  user: UserRecord
  use: SessionUse
}

const UNUSED: SessionUse = { count: 0, lastSeen: null }

export async function lookUpPeople(
  { stores, clock }: Context,
  asked: { query: string; onlySuspended: boolean },
): Promise<Supervised[]> {
  const users = await stores.users.found(asked, PEOPLE_LOOKED_UP_MAX)
  const uses = await stores.sessions.activityOf(
    users.map(({ userNo }) => userNo),
    clock(),
  )
  return users.map(user => ({ user, use: uses.get(user.userNo) ?? UNUSED }))
}

/**
 * No session of a suspended person stands, whatever is stored: what is ended here would come to nothing anyway, but for its
 * sockets and for what nodes trust for a while. Null when it is done, else why not. Throws 'notFound' for an account that is gone.
 */
export async function suspendPerson(
  context: Context,
  viewer: Viewer,
  { userNo, isSuspended }: { userNo: number; isSuspended: boolean },
): Promise<TextKey | null> {
  const { users, invitations } = context.stores
  if (userNo === viewer.userNo) return 'suspension.notOneself'
  if (!isSuspended) {
    const before = await users.byNo(userNo)
    if (before === null) throw notFound()
    // Another administrator was quicker, and they may have signed in since.
    if (before.suspendedAt === undefined) return null
    // A sign-in that was under way when they were suspended has left one behind, perhaps.
    await endSessions(context, userNo)
    if ((await users.setSuspended(userNo, null)) === null) throw notFound()
    await recordAuditEntry(context, viewer, { kind: 'lifted', aboutNo: userNo })
    return null
  }
  const user = await users.setSuspended(userNo, context.clock())
  if (user === null) throw notFound()
  // Two who suspend each other in the same moment both see it, and both stay.
  if (isAdministrator(user) && (await users.activeAdministrators()) === 0) {
    await users.setSuspended(userNo, null)
    return 'suspension.lastAdministrator'
  }
  await endSessions(context, userNo, true)
  await invitations.deleteMadeBy(userNo)
  await recordAuditEntry(context, viewer, { kind: 'suspended', aboutNo: userNo })
  return null
}

/** Null when it is done, else why not. Throws 'notFound' for an account that is gone. */
export async function endSessionsOf(
  context: Context,
  viewer: Viewer,
  userNo: number,
): Promise<TextKey | null> {
  if (userNo === viewer.userNo) return 'suspension.notOneself'
  if ((await context.stores.users.byNo(userNo)) === null) throw notFound()
  await endSessions(context, userNo)
  await recordAuditEntry(context, viewer, { kind: 'signedOut', aboutNo: userNo })
  return null
}

/** Of all devices, those that stay signed in too, at every node, when this resolves. */
async function endSessions({ stores, live }: Context, userNo: number, isSuspended = false): Promise<void> {
  await stores.sessions.endOfUser(userNo)
  await live.endUser(userNo, isSuspended)
}
