import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { UnreadOlder } from '#protocol/discussion.ts'
import type { BackupPlan } from '#server/backup/scheduled/backupPlan.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { DeletedAccounts } from '#server/features/accounts/deletedAccounts.ts'
import type { StatusParts } from '#server/features/administration/status.parts.ts'
import type { CardPage, ShareCount } from '#server/features/discussion/cards.repository.ts'
import type { DocumentSaves } from '#server/features/documents/documentSaves.ts'
import type { KnownClientsCache } from '#server/features/documents/knownClients.ts'
import type { HubCounts } from '#server/features/hubs/hubs.listing.repository.ts'
import type { HubRecord, SeenReport, UnreadEntries } from '#server/features/hubs/hubs.record.ts'
import type { LatestRecord } from '#server/features/hubs/latest.repository.ts'
import type { OidcProviders } from '#server/features/oidc/oidc.providers.ts'
import type { NoteTexts } from '#server/features/passages/noteTexts.ts'
import type { Live } from '#server/live/broadcast.ts'
import type { BackgroundTasks } from '#server/platform/backgroundTasks.ts'
import type { CoalescedReads, DebouncedBatch, KeyedQueue } from '#server/platform/batching.ts'
import { createVersionedCache, lruOptions, type RecordCache } from '#server/platform/caches.ts'
import type { DelayQueue } from '#server/platform/limits/concurrency.ts'
import type { Budgets } from '#server/platform/limits/keyedLimits.ts'
import type { AttemptCounter } from '#server/platform/limits/rateLimit.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { Counters } from '#server/platform/mongo/counters.ts'
import type { Jobs } from '#server/platform/mongo/jobs.ts'
import type { KeyedHash, Passwords } from '#server/platform/secrets.ts'
import type { SessionGate } from '#server/platform/session.ts'
import type { AttemptName } from './limits.ts'
import type { Repositories } from './repositories.ts'

/** The dependencies of the services, passed as the first argument. */
export interface Context extends HubCaches {
  repositories: Repositories
  people: RecordCache<PersonRecord>
  topicTitles: RecordCache<string>
  hubCounts: RecordCache<HubCounts>
  /** Topics per user. */
  topicCounts: RecordCache<number>
  noteQuotaCache: NoteQuotaCache
  /** Batches the read reports of a hub's members. */
  batchSeenReports: DebouncedBatch<SeenReport, HubRecord | null>
  /** Plain texts of notes, in which passages are verified. */
  noteTexts: NoteTexts
  counters: Counters
  runExclusive: KeyedQueue
  coalesceRead: CoalescedReads
  jobs: Jobs
  backgroundTasks: BackgroundTasks
  /** Null without scheduled backups. */
  backupPlan: BackupPlan | null
  /** Documents that are written together. */
  documentSaves: DocumentSaves
  /** What this node knows of the clients of documents. */
  knownClients: KnownClientsCache
  /** How long opening documents has taken, by user. */
  documentTime: Budgets
  gate: SessionGate
  live: Live
  mailer: Mailer
  passwords: Passwords
  /** Counters for attempts that the per-call rate limits cannot see. */
  attempts: Record<AttemptName, AttemptCounter>
  /** Delays sign-in attempts. */
  delayQueue: DelayQueue
  keyedHash: KeyedHash
  /** Uses the secondary secret during a key rotation; otherwise null. */
  previousKeyedHash: KeyedHash | null
  /** VAPID public key that browsers subscribe with. */
  pushKey: string
  /** Additional push services. */
  pushHosts: readonly string[]
  oidcProviders: OidcProviders
  /** Public address for links in mails. */
  publicUrl: string
  /** Identifies the data set; a restored backup gets a new epoch. */
  epoch: string
  /** The parts of this node that the status page examines. */
  statusParts: StatusParts
  deletedAccounts: DeletedAccounts
  clock: () => Date
  log: Logger
}

/** At most 10 to 20 MB each. */
const UNREAD_NUMBERS_MAX = 100_000
const UNREAD_ENTRIES_MAX = 100_000
const OLDER_UNREADS_MAX = 50_000
const SHARE_COUNTS_MAX = 50_000
const LATEST_MAX = 10_000
const CARDS_MAX = 20_000

/** Caches of hub data, keyed by the hub's revision (the first three) or version (decision 0016). */
export function createHubCaches() {
  return {
    unreadNumbers: createVersionedCache<number>(UNREAD_NUMBERS_MAX),
    /** Only for users with many hubs. */
    unreadEntries: createVersionedCache<UnreadEntries>(UNREAD_ENTRIES_MAX, entries => entries.size),
    olderUnreads: createVersionedCache<{ older: UnreadOlder | null }>(OLDER_UNREADS_MAX),
    shareCounts: createVersionedCache<ShareCount>(SHARE_COUNTS_MAX),
    cardPages: createVersionedCache<CardPage>(CARDS_MAX, page => page.cards.length + 1),
    latestInHubs: createVersionedCache<{ latest: LatestRecord | null }>(LATEST_MAX),
  }
}
type HubCaches = ReturnType<typeof createHubCaches>

/** Notes between two counts. All nodes together stay below `NOTES_FROM_FULL`. */
const NOTES_BETWEEN_COUNTS = 20
/** Other nodes cannot add `NOTES_FROM_FULL` notes within this time. */
const TRUSTED_MS = 30_000
const QUOTA_USERS_MAX = 20_000

/**
 * Remembers users far below their note quota, so that an import or consecutive notes need no count each. The owner of
 * a topic never changes, and the write of the note detects a deleted topic.
 */
interface NoteQuotaCache {
  /** Takes a free place. False if the notes have to be counted. */
  reserve(userNo: number, topicNo: number): boolean
  /** Records a count, and that the topic belongs to the user. */
  set(userNo: number, topicNo: number): void
  forget(userNo: number): void
  clear(): void
}

export function createNoteQuotaCache(): NoteQuotaCache {
  const users = new LRUCache<number, { topicNo: number; placesLeft: number }>({
    ...lruOptions(QUOTA_USERS_MAX),
    ttl: TRUSTED_MS,
  })
  return {
    reserve(userNo, topicNo) {
      const room = users.get(userNo)
      if (room?.topicNo !== topicNo || room.placesLeft === 0) return false
      room.placesLeft -= 1
      return true
    },
    set: (userNo, topicNo) => void users.set(userNo, { topicNo, placesLeft: NOTES_BETWEEN_COUNTS }),
    forget: userNo => void users.delete(userNo),
    clear: () => users.clear(),
  }
}
