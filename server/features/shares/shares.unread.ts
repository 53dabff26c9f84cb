import { UNREAD_CAP } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord, MemberRecord } from '#server/features/hubs/hubs.store.ts'
import { type Reader, unreadAmong } from './shares.rules.ts'
import type { CountedShare } from './shares.store.ts'

/** Enough that most members' numbers come from one index read. */
const NEWEST = 2 * UNREAD_CAP

/** One reader's unread number of a hub, 0 to UNREAD_CAP. */
export function unreadOf({ stores }: Context, hubNo: number, reader: Reader): Promise<number> {
  return stores.shares.countUnread(hubNo, reader, UNREAD_CAP)
}

/** The newest shares of a hub that somebody in it has not read, at most NEWEST. */
export function newestUnread({ stores }: Context, hub: HubRecord): Promise<CountedShare[]> {
  const allHaveRead = Math.min(...hub.members.map(({ readSeq }) => readSeq))
  return stores.shares.newestAfter(hub.hubNo, allHaveRead, NEWEST)
}

/** Every member's unread number of a hub, from its newest unread shares if these were read already. */
export async function unreadOfMembers(
  context: Context,
  hub: HubRecord,
  known?: readonly CountedShare[],
): Promise<Map<number, number>> {
  const newest = known ?? (await newestUnread(context, hub))
  const unreadAmongNewest = unreadAmong(newest, newest.length < NEWEST)
  const numbers = new Map<number, number>()
  const older: MemberRecord[] = []
  for (const member of hub.members) {
    const unread = unreadAmongNewest(member)
    if (unread === null) older.push(member)
    else numbers.set(member.userNo, unread)
  }
  await Promise.all(
    older.map(async member => numbers.set(member.userNo, await unreadOf(context, hub.hubNo, member))),
  )
  return numbers
}

/**
 * What each member is told of their own, those with the same number together. The numbers hold at least all that
 * happened up to the hub's revision: of two numbers the one with the higher revision is right.
 */
export function ownUnread(
  { revision }: HubRecord,
  numbers: Map<number, number>,
): [userNos: number[], { unread: { numUnreadArticles: number; revision: number } }][] {
  const readers = new Map<number, number[]>()
  for (const [userNo, unread] of numbers) {
    const alike = readers.get(unread)
    if (alike) alike.push(userNo)
    else readers.set(unread, [userNo])
  }
  return [...readers].map(([numUnreadArticles, userNos]) => [
    userNos,
    { unread: { numUnreadArticles, revision } },
  ])
}
