import { isAdministrator, type Viewer } from '#protocol/access.ts'
import { PEOPLE_LOOKED_UP_MAX } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { endLostRights } from '#server/features/documents/documents.writers.service.ts'
import { notFound } from '#server/platform/errors.ts'
import type { SessionUse } from '#server/platform/session.repository.ts'
import { recordAuditEntry } from './audit.service.ts'

export interface Supervised {
  user: UserRecord
  use: SessionUse
}

const NO_USE: SessionUse = { count: 0, lastSeen: null }

export async function lookUpPeople(
  { repositories, clock }: Context,
  request: { query: string; onlySuspended: boolean },
): Promise<Supervised[]> {
  const users = await repositories.users.findMatching(request, PEOPLE_LOOKED_UP_MAX)
  const uses = await repositories.sessions.activityOf(
    users.map(({ userNo }) => userNo),
    clock(),
  )
  return users.map(user => ({ user, use: uses.get(user.userNo) ?? NO_USE }))
}

/**
 * A suspension invalidates all sessions, whatever is stored. Ending them here closes sockets and drops the nodes'
 * short-lived caches. Returns null on success, otherwise the reason. Throws `notFound` for a deleted account.
 */
export async function suspendPerson(
  context: Context,
  viewer: Viewer,
  { userNo, isSuspended }: { userNo: number; isSuspended: boolean },
): Promise<TextKey | null> {
  const { users, invitations } = context.repositories
  if (userNo === viewer.userNo) return 'suspension.notOneself'
  if (!isSuspended) {
    const before = await users.findByNo(userNo)
    if (before === null) throw notFound()
    // Another administrator was first, and the user may have signed in again since.
    if (before.suspendedAt === undefined) return null
    // A concurrent sign-in may have left a session.
    await endSessions(context, userNo)
    if ((await users.setSuspended(userNo, null)) === null) throw notFound()
    await recordAuditEntry(context, viewer, { kind: 'lifted', aboutNo: userNo })
    return null
  }
  const user = await users.setSuspended(userNo, context.clock())
  if (user === null) throw notFound()
  // Of two administrators who suspend each other at the same moment, both see this and both stay.
  if (isAdministrator(user) && (await users.countActiveAdministrators()) === 0) {
    await users.setSuspended(userNo, null)
    return 'suspension.lastAdministrator'
  }
  await endSessions(context, userNo, true)
  await endLostRights(context, { ownerNo: userNo })
  await invitations.deleteByMaker(userNo)
  await recordAuditEntry(context, viewer, { kind: 'suspended', aboutNo: userNo })
  return null
}

/** Returns null on success, otherwise the reason. Throws `notFound` for a deleted account. */
export async function endSessionsOf(
  context: Context,
  viewer: Viewer,
  userNo: number,
): Promise<TextKey | null> {
  if (userNo === viewer.userNo) return 'suspension.notOneself'
  if ((await context.repositories.users.findByNo(userNo)) === null) throw notFound()
  await endSessions(context, userNo)
  await recordAuditEntry(context, viewer, { kind: 'signedOut', aboutNo: userNo })
  return null
}

/** On all devices and nodes, including remembered sessions. */
async function endSessions(
  { repositories, live }: Context,
  userNo: number,
  isSuspended = false,
): Promise<void> {
  await repositories.sessions.endByUser(userNo)
  await live.endUser(userNo, isSuspended)
}
