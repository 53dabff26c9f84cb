import { UNREAD_CAP } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import { type Reader, unreadAmong } from './shares.rules.ts'

/** Enough that most members' numbers come from one index read. */
const NEWEST = 2 * UNREAD_CAP

/** One reader's unread number of a hub, 0 to UNREAD_CAP. */
export function unreadOf({ stores }: Context, hubNo: number, reader: Reader): Promise<number> {
  return stores.shares.countUnread(hubNo, reader, UNREAD_CAP)
}

/** Every member's unread number of a hub. */
export async function unreadOfMembers(context: Context, hub: HubRecord): Promise<Map<number, number>> {
  const allHaveRead = Math.min(...hub.members.map(({ readSeq }) => readSeq))
  const newest = await context.stores.shares.newestAfter(hub.hubNo, allHaveRead, NEWEST)
  const areAll = newest.length < NEWEST
  const numbers = await Promise.all(
    hub.members.map(
      async member =>
        [
          member.userNo,
          unreadAmong(newest, areAll, member) ?? (await unreadOf(context, hub.hubNo, member)),
        ] as const,
    ),
  )
  return new Map(numbers)
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
