import type { Connection } from 'mongoose'
import type { Stores } from './context.ts'
import { createUserStore } from './features/accounts/accounts.store.ts'
import { createDeviceStore } from './features/accounts/devices.store.ts'
import { createAcquaintanceStore } from './features/acquaintances/acquaintances.store.ts'
import { createStandingStore } from './features/acquaintances/standing.store.ts'
import { createSuggestionStore } from './features/agora/agora.store.ts'
import { createSuggestionBlockStore } from './features/agora/blocks.store.ts'
import { createPersonBlockStore } from './features/blocking/blocking.store.ts'
import { createCommentReadStore } from './features/comments/commentReads.store.ts'
import { createCommentStore } from './features/comments/comments.store.ts'
import { createHubStore } from './features/hubs/hubs.store.ts'
import { createHistoryStore } from './features/notes/history.store.ts'
import { createNoteReadStore } from './features/notes/noteReads.store.ts'
import { createNoteStore } from './features/notes/notes.store.ts'
import { createNoticeStore } from './features/notices/notices.store.ts'
import { createPictureStore } from './features/pictures/pictures.store.ts'
import { createShareStore } from './features/shares/shares.store.ts'
import { createSharingStore } from './features/shares/sharing.store.ts'
import { createTopicStore } from './features/topics/topics.store.ts'
import { createTrashStore } from './features/trash/trash.store.ts'
import { createSessionStore } from './platform/session.store.ts'

export function openStores(connection: Connection): Stores {
  return {
    users: createUserStore(connection),
    pictures: createPictureStore(connection),
    sessions: createSessionStore(connection),
    devices: createDeviceStore(connection),
    topics: createTopicStore(connection),
    notes: createNoteStore(connection),
    trash: createTrashStore(connection),
    history: createHistoryStore(connection),
    noteReads: createNoteReadStore(connection),
    acquaintances: createAcquaintanceStore(connection),
    personBlocks: createPersonBlockStore(connection),
    standings: createStandingStore(connection),
    hubs: createHubStore(connection),
    shares: createShareStore(connection),
    sharing: createSharingStore(connection),
    comments: createCommentStore(connection),
    commentReads: createCommentReadStore(connection),
    suggestions: createSuggestionStore(connection),
    suggestionBlocks: createSuggestionBlockStore(connection),
    notices: createNoticeStore(connection),
  }
}
