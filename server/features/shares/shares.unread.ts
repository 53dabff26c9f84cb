import type { UnreadView } from '#protocol/hubs.ts'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { firstUnseen, hasSeen, unseenGaps } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord, MemberRecord } from '#server/features/hubs/hubs.record.ts'
import type { VersionedCache } from '#server/platform/caches.ts'
import type { CountedShare } from './shares.record.ts'
import type { Reader } from './shares.unread.repository.ts'

/** Enough for most members' counts with one index read. */
const NEWEST = 2 * UNREAD_CAP

/** A hub as it was read, and the read state of one member. */
export interface ReadHub extends Pick<HubRecord, 'hubNo' | 'revision' | 'lastSeq'> {
  reader: Reader
}

/**
 * Unread counts of a user, 0 to UNREAD_CAP, in the order of the hubs; each is at least as new as the hub's revision.
 * Uses counts cached by revision; one query counts the others, except hubs with many unread shares.
 */
export async function countUnreadInHubs(context: Context, hubs: readonly ReadHub[]): Promise<number[]> {
  const { repositories, unreadNumbers } = context
  const missing = hubs.filter(hub => unreadNumbers.peek(keyOf(hub), hub.revision) === undefined)
  const [long, short] = [missing.filter(hasManyUnread), missing.filter(hub => !hasManyUnread(hub))]
  const counts = repositories.shares.countUnreadIn(short)
  return Promise.all(
    hubs.map(hub =>
      unreadNumbers.getOrLoad(keyOf(hub), hub.revision, async () =>
        long.includes(hub)
          ? repositories.shares.countUnread(hub.hubNo, hub.reader, UNREAD_CAP)
          : Math.min((await counts).get(hub.hubNo) ?? 0, UNREAD_CAP),
      ),
    ),
  )
}

/** Counted separately, up to the cap. */
function hasManyUnread({ lastSeq, reader }: ReadHub): boolean {
  const unseen = unseenGaps(reader).reduce(
    (sum, { after, before }) => sum + Math.max(0, (before ?? lastSeq + 1) - after - 1),
    0,
  )
  return unseen > NEWEST
}

function keyOf({ hubNo, reader }: Pick<ReadHub, 'hubNo' | 'reader'>): string {
  return `${hubNo} ${reader.userNo}`
}

/** The newest shares that some member has not read, at most NEWEST. */
export function findNewestUnread({ repositories }: Context, hub: HubRecord): Promise<CountedShare[]> {
  const allHaveRead = Math.min(...hub.members.map(firstUnseen)) - 1
  return repositories.shares.findNewestAfter(hub.hubNo, allHaveRead, NEWEST)
}

/** Unread counts of all members, computed from `newest` if given. */
export async function countUnreadOfMembers(
  context: Context,
  hub: HubRecord,
  knownShares?: readonly CountedShare[],
): Promise<Map<number, number>> {
  const newest = knownShares ?? (await findNewestUnread(context, hub))
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
      numbers.set(
        member.userNo,
        await context.repositories.shares.countUnread(hub.hubNo, member, UNREAD_CAP),
      ),
    ),
  )
  for (const reader of hub.members)
    context.unreadNumbers.set(keyOf({ ...hub, reader }), hub.revision, numbers.get(reader.userNo) ?? 0)
  return numbers
}

/** Unread counts of all members at a hub revision. */
export interface CachedUnread {
  numbers: ReadonlyMap<number, number>
  cacheNumber: VersionedCache<number>['set']
}

/** From the cache only; null if a member's count is missing. */
export function getCachedUnread({ unreadNumbers }: Context, hub: HubRecord): CachedUnread | null {
  const numbers = new Map<number, number>()
  for (const reader of hub.members) {
    const unread = unreadNumbers.peek(keyOf({ ...hub, reader }), hub.revision)
    if (unread === undefined) return null
    numbers.set(reader.userNo, unread)
  }
  return { numbers, cacheNumber: unreadNumbers.createSetter() }
}

/**
 * Counts after a share that is newer than `knownShares`, if it is the only change since.
 * @param hub the hub at the version bump of the share.
 */
export function unreadWithShare(
  { numbers, cacheNumber }: CachedUnread,
  hub: HubRecord,
  share: CountedShare,
): Map<number, number> {
  return new Map(
    hub.members.map(reader => {
      const before = numbers.get(reader.userNo) ?? 0
      const unread = Math.min(before + (isUnread(share, reader) ? 1 : 0), UNREAD_CAP)
      cacheNumber(keyOf({ ...hub, reader }), hub.revision, unread)
      return [reader.userNo, unread]
    }),
  )
}

/** Keeps cached counts of other members after an update that changed only those of `movedNos`. */
export function carryOverUnread(
  { unreadNumbers }: Context,
  hub: HubRecord,
  movedNos: readonly number[] = [],
): void {
  for (const reader of hub.members) {
    if (movedNos.includes(reader.userNo)) continue
    const key = keyOf({ ...hub, reader })
    const unread = unreadNumbers.peek(key, hub.revision - 1)
    if (unread !== undefined) unreadNumbers.set(key, hub.revision, unread)
  }
}

type OwnUnread = [userNos: number[], { unread: Required<Omit<UnreadView, 'hubNo'>> }]

/**
 * Events per group of members with the same count and mute state. Counts are at least as new as the hub's revision, and
 * receivers ignore a count whose revision is not higher than the one they know.
 */
export function groupUnread({ revision, members }: HubRecord, numbers: Map<number, number>): OwnUnread[] {
  const groups = new Map<string, OwnUnread>()
  for (const { userNo, muted: isMuted = false } of members) {
    const numUnreadArticles = numbers.get(userNo) ?? 0
    const key = `${numUnreadArticles} ${isMuted}`
    const alike = groups.get(key)
    if (alike) alike[0].push(userNo)
    else groups.set(key, [[userNo], { unread: { numUnreadArticles, revision, isMuted } }])
  }
  return [...groups.values()]
}

/**
 * Unread counts from the newest shares of a hub, or from all unread ones: other members' shares that the reader has
 * not seen, of notes not opened before. Null for a reader whose count needs older shares.
 */
export function unreadAmong(
  newest: readonly CountedShare[],
  areAll: boolean,
): (reader: Reader) => number | null {
  const all = newest.map(({ seq }) => seq)
  const oldest = all.at(-1) ?? 0
  const notNewTo = new Map<number, number[]>()
  for (const { seq, authorNo, seenBy = [] } of newest)
    for (const userNo of new Set([authorNo, ...seenBy])) {
      const seqs = notNewTo.get(userNo)
      if (seqs) seqs.push(seq)
      else notNewTo.set(userNo, [seq])
    }
  return reader => {
    const unread = countUnseen(reader, all) - countUnseen(reader, notNewTo.get(reader.userNo) ?? [])
    if (unread >= UNREAD_CAP) return UNREAD_CAP
    return areAll || oldest <= firstUnseen(reader) ? unread : null
  }
}

/** Whether a live share is unread for the reader. */
export function isUnread({ seq, authorNo, seenBy }: CountedShare, reader: Reader): boolean {
  return authorNo !== reader.userNo && !hasSeen(reader, seq) && !seenBy?.includes(reader.userNo)
}

function countUnseen(reader: Reader, seqs: readonly number[]): number {
  let count = 0
  for (const seq of seqs) if (!hasSeen(reader, seq)) count += 1
  return count
}
