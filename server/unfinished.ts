import type { Context } from './context.ts'
import { finishPosting, removeSuggestion } from './features/agora/agora.domain.ts'
import { removeMember } from './features/hubs/hubs.domain.ts'
import { removeAccount } from './features/myInfo/accountDeletion.domain.ts'
import { trashNote } from './features/notes/bulkActions.domain.ts'
import { removeTopic } from './features/topics/topics.domain.ts'
import { bringTopicBack } from './features/trash/trash.topics.ts'
import type { Steps } from './platform/mongo/unfinished.ts'

/** How to finish each kind of work that a crash may leave half done. */
export function stepsOf(context: Context): Steps {
  return work => {
    switch (work.kind) {
      case 'deleteTopic':
        return removeTopic(context, work.entityNo)
      case 'restoreTopic':
        return bringTopicBack(context, work).then(() => undefined)
      case 'deleteNote':
        return trashNote(context, work.entityNo)
      case 'leaveHub':
        return removeMember(context, { ...work, hubNo: work.entityNo })
      case 'deleteAccount':
        return removeAccount(context, work)
      case 'postSuggestion':
        return finishPosting(context, work.entityNo)
      case 'deleteSuggestion':
        return removeSuggestion(context, work.entityNo)
    }
  }
}
