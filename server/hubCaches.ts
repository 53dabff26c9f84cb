import type { UnreadOlder } from '#protocol/discussion.ts'
import type { CardPage, ShareCount } from './features/discussion/cards.repository.ts'
import type { UnreadEntries } from './features/hubs/hubs.record.ts'
import type { LatestRecord } from './features/hubs/latest.repository.ts'
import { createVersionedCache } from './platform/caches.ts'

/** At most 10 to 20 MB each. */
const UNREAD_NUMBERS_MAX = 100_000
const UNREAD_LINES_MAX = 100_000
const OLDER_UNREADS_MAX = 50_000
const SHARE_COUNTS_MAX = 50_000
const LATEST_MAX = 10_000
const CARDS_MAX = 20_000

/** Caches of hub data, keyed by the hub's revision (the first three) or version (decision 0016). */
export function createHubCaches() {
  return {
    unreadNumbers: createVersionedCache<number>(UNREAD_NUMBERS_MAX),
    /** Only for users with many hubs. */
    unreadLines: createVersionedCache<UnreadEntries>(UNREAD_LINES_MAX, lines => lines.size),
    olderUnreads: createVersionedCache<{ older: UnreadOlder | null }>(OLDER_UNREADS_MAX),
    shareCounts: createVersionedCache<ShareCount>(SHARE_COUNTS_MAX),
    cardPages: createVersionedCache<CardPage>(CARDS_MAX, page => page.cards.length + 1),
    latestInHubs: createVersionedCache<{ latest: LatestRecord | null }>(LATEST_MAX),
  }
}
export type HubCaches = ReturnType<typeof createHubCaches>
