import type { UnreadView } from '#protocol/hubs.ts'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { firstUnseen, unseenGaps } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord, MemberRecord } from '#server/features/hubs/hubs.record.ts'
import type { VersionedCache } from '#server/platform/versionedCache.ts'
import { isUnread, unreadAmong } from './shares.rules.ts'
import type { CountedShare, Reader } from './shares.store.ts'

/** Enough that most members' numbers come from one index read. */
const NEWEST = 2 * UNREAD_CAP

/** A hub at the moment at which it was read, and where one of its members stands. */
export interface ReadHub extends Pick<HubRecord, 'hubNo' | 'revision' | 'lastSeq'> {
  reader: Reader
}

/**
 * Somebody's unread number of each hub, 0 to UNREAD_CAP, in the order of the hubs; each holds at least all up to the hub's
 * revision. What was counted before is kept for as long as the hub's revision is the same; one trip counts all others, but for
 * those with many unread.
 */
export async function unreadIn(context: Context, hubs: readonly ReadHub[]): Promise<number[]> {
  const { stores, unreadNumbers } = context
  const missing = hubs.filter(hub => unreadNumbers.peek(keyOf(hub), hub.revision) === undefined)
  const [long, short] = [missing.filter(isFarBehind), missing.filter(hub => !isFarBehind(hub))]
  const counts = stores.shares.countUnreadIn(short)
  return Promise.all(
    hubs.map(hub =>
      unreadNumbers.at(keyOf(hub), hub.revision, async () =>
        long.includes(hub)
          ? stores.shares.countUnread(hub.hubNo, hub.reader, UNREAD_CAP)
          : Math.min((await counts).get(hub.hubNo) ?? 0, UNREAD_CAP),
      ),
    ),
  )
}

/** Counted by itself, no further than the cap. */
function isFarBehind({ lastSeq, reader }: ReadHub): boolean {
  const unseen = unseenGaps(reader).reduce(
    (sum, { after, before }) => sum + Math.max(0, (before ?? lastSeq + 1) - after - 1),
    0,
  )
  return unseen > NEWEST
}

function keyOf({ hubNo, reader }: Pick<ReadHub, 'hubNo' | 'reader'>): string {
  return `${hubNo} ${reader.userNo}`
}

/** The newest shares of a hub that somebody in it has not read, at most NEWEST. */
export function newestUnread({ stores }: Context, hub: HubRecord): Promise<CountedShare[]> {
  const allHaveRead = Math.min(...hub.members.map(firstUnseen)) - 1
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
    older.map(async member =>
      numbers.set(member.userNo, await context.stores.shares.countUnread(hub.hubNo, member, UNREAD_CAP)),
    ),
  )
  for (const reader of hub.members)
    context.unreadNumbers.keep(keyOf({ ...hub, reader }), hub.revision, numbers.get(reader.userNo) ?? 0)
  return numbers
}

/** The unread numbers of all members at a revision of their hub. */
export interface KnownUnread {
  numbers: ReadonlyMap<number, number>
  keep: VersionedCache<number>['keep']
}

/** As far as this node knows them without a reading; null when it does not know all of them. */
export function knownUnread({ unreadNumbers }: Context, hub: HubRecord): KnownUnread | null {
  const numbers = new Map<number, number>()
  for (const reader of hub.members) {
    const unread = unreadNumbers.peek(keyOf({ ...hub, reader }), hub.revision)
    if (unread === undefined) return null
    numbers.set(reader.userNo, unread)
  }
  return { numbers, keep: unreadNumbers.keeper() }
}

/**
 * What they become by a share that was not there when they were known, and is all that was counted since.
 * @param hub as it was when it counted the share.
 */
export function unreadWithShare(
  { numbers, keep }: KnownUnread,
  hub: HubRecord,
  share: CountedShare,
): Map<number, number> {
  return new Map(
    hub.members.map(reader => {
      const before = numbers.get(reader.userNo) ?? 0
      const unread = Math.min(before + (isUnread(share, reader) ? 1 : 0), UNREAD_CAP)
      keep(keyOf({ ...hub, reader }), hub.revision, unread)
      return [reader.userNo, unread]
    }),
  )
}

/** After one update of the hub, which moved the unread numbers of `movedNos` alone: those of the others stay as they were known. */
export function carryUnread(
  { unreadNumbers }: Context,
  hub: HubRecord,
  movedNos: readonly number[] = [],
): void {
  for (const reader of hub.members) {
    if (movedNos.includes(reader.userNo)) continue
    const key = keyOf({ ...hub, reader })
    const unread = unreadNumbers.peek(key, hub.revision - 1)
    if (unread !== undefined) unreadNumbers.keep(key, hub.revision, unread)
  }
}

type OwnUnread = [userNos: number[], { unread: Required<Omit<UnreadView, 'hubNo'>> }]

/**
 * What each member is told of their own, those with the same number, and as silent, together. The numbers hold at least all that
 * happened up to the hub's revision: of two numbers the one with the higher revision is right.
 */
export function ownUnread({ revision, members }: HubRecord, numbers: Map<number, number>): OwnUnread[] {
  const told = new Map<string, OwnUnread>()
  for (const { userNo, muted: isMuted = false } of members) {
    const numUnreadArticles = numbers.get(userNo) ?? 0
    const key = `${numUnreadArticles} ${isMuted}`
    const alike = told.get(key)
    if (alike) alike[0].push(userNo)
    else told.set(key, [[userNo], { unread: { numUnreadArticles, revision, isMuted } }])
  }
  return [...told.values()]
}
