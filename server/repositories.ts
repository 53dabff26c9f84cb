import type { Connection } from 'mongoose'
import { createBackupScheduleRepository } from './backup/scheduled/schedule.repository.ts'
import { createUserRepository } from './features/accounts/accounts.repository.ts'
import { createDeviceRepository } from './features/accounts/devices.repository.ts'
import { createAuditLogRepository } from './features/administration/audit.repository.ts'
import { createDailyCountRepository } from './features/administration/dailyCounts.repository.ts'
import {
  createOpinionReactionRepository,
  createSuggestionRepository,
} from './features/agora/agora.repository.ts'
import { createSuggestionCountRepository } from './features/agora/suggestionCounts.repository.ts'
import { createApiTokenRepository } from './features/apiTokens/apiTokens.repository.ts'
import { createBlockRepository } from './features/blocking/blocking.repository.ts'
import { createCommentRepository } from './features/comments/comments.repository.ts'
import { createPostCommentRepository } from './features/comments/postComment.repository.ts'
import {
  createCommentReadRepository,
  createThreadRepository,
} from './features/comments/threads.repository.ts'
import {
  createContactRepository,
  createRelationshipRepository,
} from './features/contacts/contacts.repository.ts'
import { createCardRepository } from './features/discussion/cards.repository.ts'
import { createDocumentRepository } from './features/documents/documents.repository.ts'
import { createFeedRepository } from './features/feeds/feeds.repository.ts'
import { createHubRepository } from './features/hubs/hubs.repository.ts'
import { createLatestRepository } from './features/hubs/latest.repository.ts'
import { createNotificationRepository } from './features/inbox/notifications.repository.ts'
import { createInvitationRepository } from './features/invitations/invitations.repository.ts'
import { createLinkRepository } from './features/links/links.repository.ts'
import { createMailPlanRepository } from './features/mailNotifications/mailPlans.repository.ts'
import { createMailPreferenceRepository } from './features/mailNotifications/mailPreferences.repository.ts'
import {
  createNotePictureRepository,
  createStorageUsageRepository,
} from './features/notePictures/notePictures.repository.ts'
import { createPictureReferenceRepository } from './features/notePictures/pictureReferences.repository.ts'
import { createHistoryRepository } from './features/notes/history.repository.ts'
import { createNoteReadRepository } from './features/notes/noteReads.repository.ts'
import { createNoteRepository } from './features/notes/notes.repository.ts'
import { createNoticeRepository } from './features/notices/notices.repository.ts'
import {
  createOidcLinkRepository,
  createOidcTicketRepository,
  createOidcTransactionRepository,
} from './features/oidc/oidc.repository.ts'
import { createHighlightRepository } from './features/passages/highlights.repository.ts'
import { createPassageRepository } from './features/passages/passages.repository.ts'
import {
  createChallengeRepository,
  createPasskeyRepository,
} from './features/passkeys/passkeys.repository.ts'
import { createPictureRepository } from './features/pictures/pictures.repository.ts'
import { createPublicLinkRepository } from './features/publicLinks/publicLinks.repository.ts'
import {
  createPushDeviceRepository,
  createPushQueueRepository,
  createUnseenShareRepository,
} from './features/push/push.repository.ts'
import { createReactionRepository } from './features/reactions/reactions.repository.ts'
import { createReportRepository } from './features/reports/reports.repository.ts'
import { createSeriesRepository } from './features/series/series.repository.ts'
import { createShareWriter } from './features/shares/createShare.repository.ts'
import { createShareRepository } from './features/shares/shares.repository.ts'
import { createWritingRepository } from './features/shares/writing.repository.ts'
import { createTagRepository } from './features/tags/tags.repository.ts'
import { createTopicRepository } from './features/topics/topics.repository.ts'
import { createTrashRepository } from './features/trash/trash.repository.ts'
import { createSessionRepository } from './platform/session.repository.ts'

export function openRepositories(connection: Connection) {
  const threads = createThreadRepository(connection)
  return {
    users: createUserRepository(connection),
    apiTokens: createApiTokenRepository(connection),
    feeds: createFeedRepository(connection),
    pictures: createPictureRepository(connection),
    notePictures: createNotePictureRepository(connection),
    storageUsage: createStorageUsageRepository(connection),
    pictureReferences: createPictureReferenceRepository(connection),
    publicLinks: createPublicLinkRepository(connection),
    sessions: createSessionRepository(connection),
    pushDevices: createPushDeviceRepository(connection),
    pushQueue: createPushQueueRepository(connection),
    mailPreferences: createMailPreferenceRepository(connection),
    mailPlans: createMailPlanRepository(connection),
    unseenShares: createUnseenShareRepository(connection),
    devices: createDeviceRepository(connection),
    passkeys: createPasskeyRepository(connection),
    passkeyChallenges: createChallengeRepository(connection),
    oidcLinks: createOidcLinkRepository(connection),
    oidcTransactions: createOidcTransactionRepository(connection),
    oidcTickets: createOidcTicketRepository(connection),
    topics: createTopicRepository(connection),
    notes: createNoteRepository(connection),
    links: createLinkRepository(connection),
    series: createSeriesRepository(connection),
    tags: createTagRepository(connection),
    trash: createTrashRepository(connection),
    history: createHistoryRepository(connection),
    noteReads: createNoteReadRepository(connection),
    documents: createDocumentRepository(connection),
    contacts: createContactRepository(connection),
    blocks: createBlockRepository(connection),
    relationships: createRelationshipRepository(connection),
    hubs: createHubRepository(connection),
    invitations: createInvitationRepository(connection),
    latest: createLatestRepository(connection),
    shares: createShareRepository(connection),
    createShare: createShareWriter(connection),
    writing: createWritingRepository(connection),
    cards: createCardRepository(connection),
    threads,
    comments: createCommentRepository(connection, threads),
    postComment: createPostCommentRepository(connection, threads),
    commentReads: createCommentReadRepository(connection),
    reactions: createReactionRepository(connection),
    highlights: createHighlightRepository(connection),
    passages: createPassageRepository(connection),
    notifications: createNotificationRepository(connection),
    suggestions: createSuggestionRepository(connection),
    suggestionCounts: createSuggestionCountRepository(connection),
    opinionReactions: createOpinionReactionRepository(connection),
    notices: createNoticeRepository(connection),
    reports: createReportRepository(connection),
    auditLog: createAuditLogRepository(connection),
    backupSchedule: createBackupScheduleRepository(connection),
    dailyCounts: createDailyCountRepository(connection),
  }
}

export type Repositories = ReturnType<typeof openRepositories>
