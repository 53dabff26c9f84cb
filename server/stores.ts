import type { Connection } from 'mongoose'
import type { Stores } from './context.ts'
import { createUserStore } from './features/accounts/accounts.store.ts'
import { createDeviceStore } from './features/accounts/devices.store.ts'
import { createDailyCountStore } from './features/administration/dailyCounts.store.ts'
import { createSuggestionStore } from './features/agora/agora.store.ts'
import { createSuggestionCountStore } from './features/agora/blocks.store.ts'
import { createOpinionReactionStore } from './features/agora/opinionReactions.store.ts'
import { createAuditLogStore } from './features/audit/audit.store.ts'
import { createPersonBlockStore } from './features/blocking/blocking.store.ts'
import { createCommentReadStore } from './features/comments/commentReads.store.ts'
import { createCommentStore } from './features/comments/comments.store.ts'
import { createPostingStore } from './features/comments/postComment.store.ts'
import { createThreadStore } from './features/comments/threads.store.ts'
import { createContactStore } from './features/contacts/contacts.store.ts'
import { createRelationshipStore } from './features/contacts/relationships.store.ts'
import { createCardStore } from './features/discussion/cards.store.ts'
import { createHubStore } from './features/hubs/hubs.store.ts'
import { createLatestStore } from './features/hubs/latest.store.ts'
import { createNotificationStore } from './features/inbox/notifications.store.ts'
import { createInvitationStore } from './features/invitations/invitations.store.ts'
import { createNotePictureStore } from './features/notePictures/notePictures.store.ts'
import { createPictureSpace } from './features/notePictures/pictureSpace.ts'
import { createHeldPictures } from './features/notePictures/referencedPictures.ts'
import { createHistoryStore } from './features/notes/history.store.ts'
import { createNoteReadStore } from './features/notes/noteReads.store.ts'
import { createNoteStore } from './features/notes/notes.store.ts'
import { createNoticeStore } from './features/notices/notices.store.ts'
import { createChallengeStore } from './features/passkeys/challenges.store.ts'
import { createPasskeyStore } from './features/passkeys/passkeys.store.ts'
import { createPictureStore } from './features/pictures/pictures.store.ts'
import { createDuePushStore } from './features/push/duePushes.store.ts'
import { createNewShareStore } from './features/push/newShares.store.ts'
import { createPushDeviceStore } from './features/push/pushDevices.store.ts'
import { createReactionStore } from './features/reactions/reactions.store.ts'
import { createReportStore } from './features/reports/reports.store.ts'
import { createSharingStore } from './features/shares/createShare.store.ts'
import { createShareStore } from './features/shares/shares.store.ts'
import { createTopicStore } from './features/topics/topics.store.ts'
import { createTrashStore } from './features/trash/trash.store.ts'
import { createSessionStore } from './platform/session.store.ts'

export function openStores(connection: Connection): Stores {
  const threads = createThreadStore(connection)
  return {
    users: createUserStore(connection),
    pictures: createPictureStore(connection),
    notePictures: createNotePictureStore(connection),
    pictureSpace: createPictureSpace(connection),
    referencedPictures: createHeldPictures(connection),
    sessions: createSessionStore(connection),
    pushDevices: createPushDeviceStore(connection),
    duePushes: createDuePushStore(connection),
    newShares: createNewShareStore(connection),
    devices: createDeviceStore(connection),
    passkeys: createPasskeyStore(connection),
    passkeyChallenges: createChallengeStore(connection),
    topics: createTopicStore(connection),
    notes: createNoteStore(connection),
    trash: createTrashStore(connection),
    history: createHistoryStore(connection),
    noteReads: createNoteReadStore(connection),
    contacts: createContactStore(connection),
    personBlocks: createPersonBlockStore(connection),
    relationships: createRelationshipStore(connection),
    hubs: createHubStore(connection),
    invitations: createInvitationStore(connection),
    latest: createLatestStore(connection),
    shares: createShareStore(connection),
    sharing: createSharingStore(connection),
    cards: createCardStore(connection),
    threads,
    comments: createCommentStore(connection, threads),
    posting: createPostingStore(connection, threads),
    commentReads: createCommentReadStore(connection),
    reactions: createReactionStore(connection),
    notifications: createNotificationStore(connection),
    suggestions: createSuggestionStore(connection),
    suggestionCounts: createSuggestionCountStore(connection),
    opinionReactions: createOpinionReactionStore(connection),
    notices: createNoticeStore(connection),
    reports: createReportStore(connection),
    auditLog: createAuditLogStore(connection),
    dailyCounts: createDailyCountStore(connection),
  }
}
