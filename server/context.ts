import type { Logger } from 'pino'
import type { PersonRecord, UserStore } from '#server/features/accounts/accounts.store.ts'
import type { DeletedAccounts } from '#server/features/accounts/deletedAccounts.ts'
import type { DeviceStore } from '#server/features/accounts/devices.store.ts'
import type { DailyCountStore } from '#server/features/administration/dailyCounts.store.ts'
import type { SuggestionStore } from '#server/features/agora/agora.store.ts'
import type { SuggestionCountStore } from '#server/features/agora/blocks.store.ts'
import type { OpinionReactionStore } from '#server/features/agora/opinionReactions.store.ts'
import type { AuditLogStore } from '#server/features/audit/audit.store.ts'
import type { PersonBlockStore } from '#server/features/blocking/blocking.store.ts'
import type { CommentReadStore } from '#server/features/comments/commentReads.store.ts'
import type { CommentStore } from '#server/features/comments/comments.store.ts'
import type { ThreadStore } from '#server/features/comments/threads.store.ts'
import type { ContactStore } from '#server/features/contacts/contacts.store.ts'
import type { RelationshipStore } from '#server/features/contacts/relationships.store.ts'
import type { CardStore } from '#server/features/discussion/cards.store.ts'
import type { HubCounts } from '#server/features/hubs/hubs.listing.store.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { HubStore } from '#server/features/hubs/hubs.store.ts'
import type { LatestStore } from '#server/features/hubs/latest.store.ts'
import type { NotificationStore } from '#server/features/inbox/notifications.store.ts'
import type { InvitationStore } from '#server/features/invitations/invitations.store.ts'
import type { NotePictureStore } from '#server/features/notePictures/notePictures.store.ts'
import type { PictureSpace } from '#server/features/notePictures/pictureSpace.ts'
import type { HeldPictures } from '#server/features/notePictures/referencedPictures.ts'
import type { HistoryStore } from '#server/features/notes/history.store.ts'
import type { NoteQuotaCache } from '#server/features/notes/noteQuotaCache.ts'
import type { NoteReadStore } from '#server/features/notes/noteReads.store.ts'
import type { NoteStore } from '#server/features/notes/notes.store.ts'
import type { NoticeStore } from '#server/features/notices/notices.store.ts'
import type { ChallengeStore } from '#server/features/passkeys/challenges.store.ts'
import type { PasskeyStore } from '#server/features/passkeys/passkeys.store.ts'
import type { PictureStore } from '#server/features/pictures/pictures.store.ts'
import type { DuePushStore } from '#server/features/push/duePushes.store.ts'
import type { NewShareStore } from '#server/features/push/newShares.store.ts'
import type { PushDeviceStore } from '#server/features/push/pushDevices.store.ts'
import type { ReactionStore } from '#server/features/reactions/reactions.store.ts'
import type { ReportStore } from '#server/features/reports/reports.store.ts'
import type { SeenReport } from '#server/features/seen/seen.rules.ts'
import type { SharingStore } from '#server/features/shares/createShare.store.ts'
import type { ShareStore } from '#server/features/shares/shares.store.ts'
import type { TopicStore } from '#server/features/topics/topics.store.ts'
import type { TrashStore } from '#server/features/trash/trash.store.ts'
import type { Live } from '#server/live/broadcast.ts'
import type { BackgroundTasks } from '#server/platform/backgroundTasks.ts'
import type { Digest } from '#server/platform/digest.ts'
import type { Gathering } from '#server/platform/gathering.ts'
import type { Attempts } from '#server/platform/limits/attempts.ts'
import type { WaitingRoom } from '#server/platform/limits/delayQueue.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { Counters } from '#server/platform/mongo/counters.ts'
import type { UnfinishedWork } from '#server/platform/mongo/unfinished.ts'
import type { Passwords } from '#server/platform/password.ts'
import type { Remembered } from '#server/platform/remembered.ts'
import type { SessionStore } from '#server/platform/session.store.ts'
import type { SessionGate } from '#server/platform/session.ts'
import type { SharedReads } from '#server/platform/sharedReads.ts'
import type { Turns } from '#server/platform/turns.ts'
import type { PostingStore } from './features/comments/postComment.store.ts'
import type { AttemptName } from './limits.ts'
import type { Readings } from './readings.ts'

export interface Stores {
  users: UserStore
  pictures: PictureStore
  notePictures: NotePictureStore
  pictureSpace: PictureSpace
  referencedPictures: HeldPictures
  sessions: SessionStore
  pushDevices: PushDeviceStore
  duePushes: DuePushStore
  newShares: NewShareStore
  devices: DeviceStore
  passkeys: PasskeyStore
  passkeyChallenges: ChallengeStore
  topics: TopicStore
  notes: NoteStore
  trash: TrashStore
  history: HistoryStore
  noteReads: NoteReadStore
  contacts: ContactStore
  personBlocks: PersonBlockStore
  relationships: RelationshipStore
  hubs: HubStore
  invitations: InvitationStore
  latest: LatestStore
  shares: ShareStore
  sharing: SharingStore
  cards: CardStore
  threads: ThreadStore
  comments: CommentStore
  posting: PostingStore
  commentReads: CommentReadStore
  reactions: ReactionStore
  notifications: NotificationStore
  suggestions: SuggestionStore
  suggestionCounts: SuggestionCountStore
  opinionReactions: OpinionReactionStore
  notices: NoticeStore
  reports: ReportStore
  auditLog: AuditLogStore
  dailyCounts: DailyCountStore
}

/** What the domain works with. Every domain function takes it first. */
export interface Context extends Readings {
  stores: Stores
  people: Remembered<PersonRecord>
  topicTitles: Remembered<string>
  hubCounts: Remembered<HubCounts>
  /** How many somebody has. */
  topicCounts: Remembered<number>
  noteQuotaCache: NoteQuotaCache
  /** What members of a hub tell of in the same moment that they have seen. */
  seenReports: Gathering<SeenReport, HubRecord | null>
  counters: Counters
  inTurn: Turns
  readShared: SharedReads
  unfinished: UnfinishedWork
  backgroundTasks: BackgroundTasks
  gate: SessionGate
  live: Live
  mailer: Mailer
  passwords: Passwords
  /** What is counted beside the calls themselves. */
  attempts: Record<AttemptName, Attempts>
  /** Where tries to sign in wait their time. */
  waitingRoom: WaitingRoom
  /** Tells nothing of what it was made from, which may be short. */
  digest: Digest
  /** By the further key, while keys are changed; else null. */
  digestBefore: Digest | null
  /** By which browsers know the server when their push services take something for them. */
  pushKey: string
  /** Push services beside those of browsers' makers. */
  pushHosts: readonly string[]
  /** Where people find this server; links in mails lead there. */
  publicUrl: string
  /** The life of the stored data that is read here; another one begins with a restored backup. */
  epoch: string
  deletedAccounts: DeletedAccounts
  clock: () => Date
  log: Logger
}
