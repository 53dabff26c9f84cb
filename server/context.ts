import type { Logger } from 'pino'
import type { PersonRecord, UserRepository } from '#server/features/accounts/accounts.repository.ts'
import type { DeletedAccounts } from '#server/features/accounts/deletedAccounts.ts'
import type { DeviceRepository } from '#server/features/accounts/devices.repository.ts'
import type { DailyCountRepository } from '#server/features/administration/dailyCounts.repository.ts'
import type { SuggestionRepository } from '#server/features/agora/agora.repository.ts'
import type { OpinionReactionRepository } from '#server/features/agora/opinionReactions.repository.ts'
import type { SuggestionCountRepository } from '#server/features/agora/suggestionCounts.repository.ts'
import type { AuditLogRepository } from '#server/features/audit/audit.repository.ts'
import type { PersonBlockRepository } from '#server/features/blocking/blocking.repository.ts'
import type { CommentReadRepository } from '#server/features/comments/commentReads.repository.ts'
import type { CommentRepository } from '#server/features/comments/comments.repository.ts'
import type { ThreadRepository } from '#server/features/comments/threads.repository.ts'
import type { ContactRepository } from '#server/features/contacts/contacts.repository.ts'
import type { RelationshipRepository } from '#server/features/contacts/relationships.repository.ts'
import type { CardRepository } from '#server/features/discussion/cards.repository.ts'
import type { HubCounts } from '#server/features/hubs/hubs.listing.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { HubRepository } from '#server/features/hubs/hubs.repository.ts'
import type { LatestRepository } from '#server/features/hubs/latest.repository.ts'
import type { NotificationRepository } from '#server/features/inbox/notifications.repository.ts'
import type { InvitationRepository } from '#server/features/invitations/invitations.repository.ts'
import type { NotePictureRepository } from '#server/features/notePictures/notePictures.repository.ts'
import type { PictureReferenceRepository } from '#server/features/notePictures/pictureReferences.repository.ts'
import type { StorageUsageRepository } from '#server/features/notePictures/storageUsage.repository.ts'
import type { HistoryRepository } from '#server/features/notes/history.repository.ts'
import type { NoteQuotaCache } from '#server/features/notes/noteQuotaCache.ts'
import type { NoteReadRepository } from '#server/features/notes/noteReads.repository.ts'
import type { NoteRepository } from '#server/features/notes/notes.repository.ts'
import type { NoticeRepository } from '#server/features/notices/notices.repository.ts'
import type { ChallengeRepository } from '#server/features/passkeys/challenges.repository.ts'
import type { PasskeyRepository } from '#server/features/passkeys/passkeys.repository.ts'
import type { PictureRepository } from '#server/features/pictures/pictures.repository.ts'
import type { NewShareRepository } from '#server/features/push/newShares.repository.ts'
import type { PushDeviceRepository } from '#server/features/push/pushDevices.repository.ts'
import type { PushQueueRepository } from '#server/features/push/pushQueue.repository.ts'
import type { ReactionRepository } from '#server/features/reactions/reactions.repository.ts'
import type { ReportRepository } from '#server/features/reports/reports.repository.ts'
import type { SeenReport } from '#server/features/seen/seen.rules.ts'
import type { CreateShareRepository } from '#server/features/shares/createShare.repository.ts'
import type { ShareRepository } from '#server/features/shares/shares.repository.ts'
import type { TopicRepository } from '#server/features/topics/topics.repository.ts'
import type { TrashRepository } from '#server/features/trash/trash.repository.ts'
import type { Live } from '#server/live/broadcast.ts'
import type { BackgroundTasks } from '#server/platform/backgroundTasks.ts'
import type { CoalescedReads, DebouncedBatch, KeyedQueue } from '#server/platform/batching.ts'
import type { RecordCache } from '#server/platform/caches.ts'
import type { DelayQueue } from '#server/platform/limits/delayQueue.ts'
import type { AttemptCounter } from '#server/platform/limits/rateLimit.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { Counters } from '#server/platform/mongo/counters.ts'
import type { Jobs } from '#server/platform/mongo/jobs.ts'
import type { Passwords } from '#server/platform/password.ts'
import type { KeyedHash } from '#server/platform/secrets.ts'
import type { SessionRepository } from '#server/platform/session.repository.ts'
import type { SessionGate } from '#server/platform/session.ts'
import type { PostCommentRepository } from './features/comments/postComment.repository.ts'
import type { HubCaches } from './hubCaches.ts'
import type { AttemptName } from './limits.ts'

export interface Repositories {
  users: UserRepository
  pictures: PictureRepository
  notePictures: NotePictureRepository
  storageUsage: StorageUsageRepository
  pictureReferences: PictureReferenceRepository
  sessions: SessionRepository
  pushDevices: PushDeviceRepository
  pushQueue: PushQueueRepository
  newShares: NewShareRepository
  devices: DeviceRepository
  passkeys: PasskeyRepository
  passkeyChallenges: ChallengeRepository
  topics: TopicRepository
  notes: NoteRepository
  trash: TrashRepository
  history: HistoryRepository
  noteReads: NoteReadRepository
  contacts: ContactRepository
  personBlocks: PersonBlockRepository
  relationships: RelationshipRepository
  hubs: HubRepository
  invitations: InvitationRepository
  latest: LatestRepository
  shares: ShareRepository
  createShare: CreateShareRepository
  cards: CardRepository
  threads: ThreadRepository
  comments: CommentRepository
  postComment: PostCommentRepository
  commentReads: CommentReadRepository
  reactions: ReactionRepository
  notifications: NotificationRepository
  suggestions: SuggestionRepository
  suggestionCounts: SuggestionCountRepository
  opinionReactions: OpinionReactionRepository
  notices: NoticeRepository
  reports: ReportRepository
  auditLog: AuditLogRepository
  dailyCounts: DailyCountRepository
}

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
  counters: Counters
  runExclusive: KeyedQueue
  coalesceRead: CoalescedReads
  jobs: Jobs
  backgroundTasks: BackgroundTasks
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
  /** Public address for links in mails. */
  publicUrl: string
  /** Identifies the data set; a restored backup gets a new epoch. */
  epoch: string
  deletedAccounts: DeletedAccounts
  clock: () => Date
  log: Logger
}
