import type { UnreadOlder } from '#protocol/discussion.ts'
import type { CardPage, ShareCount } from './features/discussion/card.ts'
import type { LatestRecord } from './features/hubs/latest.store.ts'
import type { UnreadLines } from './features/hubs/unreadLines.ts'
import { createVersionedCache } from './platform/versionedCache.ts'

/** Some 10 to 20 MB each at the most. */
const UNREAD_NUMBERS_KEPT = 100_000
const UNREAD_LINES_KEPT = 100_000
const OLDER_UNREADS_KEPT = 50_000
const SHARE_COUNTS_KEPT = 50_000
const LATEST_KEPT = 10_000
const CARDS_KEPT = 20_000

/** What a node has read of hubs, for as long as they count no change: three by revision, then by version (decision 0016). */
export function keepReadings() {
  return {
    unreadNumbers: createVersionedCache<number>(UNREAD_NUMBERS_KEPT),
    /** Of those who have many hubs. */
    unreadLines: createVersionedCache<UnreadLines>(UNREAD_LINES_KEPT, lines => lines.size),
    olderUnreads: createVersionedCache<{ older: UnreadOlder | null }>(OLDER_UNREADS_KEPT),
    shareCounts: createVersionedCache<ShareCount>(SHARE_COUNTS_KEPT),
    cardPages: createVersionedCache<CardPage>(CARDS_KEPT, page => page.cards.length + 1),
    latestInHubs: createVersionedCache<{ latest: LatestRecord | null }>(LATEST_KEPT),
  }
}
export type Readings = ReturnType<typeof keepReadings>
