import { startDueBackup } from './backup/scheduled/scheduledBackups.ts'
import type { Context } from './context.ts'
import { storeDailyCounts } from './features/administration/dailyCounts.service.ts'
import { finishPosting, removeSuggestion } from './features/agora/agora.service.ts'
import { settleThreads } from './features/comments/comments.removal.ts'
import { removeMember } from './features/hubs/hubs.service.ts'
import { removeAccount } from './features/myInfo/accountDeletion.service.ts'
import { cleanUpPictures } from './features/notePictures/notePictures.service.ts'
import { trashNote } from './features/notes/bulkActions.service.ts'
import { settleTrash } from './features/notes/notes.removal.ts'
import { removeTopic } from './features/topics/topics.service.ts'
import { finishTopicRestore } from './features/trash/restoreTopic.service.ts'
import { cleanUpTrash } from './features/trash/trash.service.ts'
import type { JobRunner } from './platform/mongo/jobs.ts'

/** An operation this old was interrupted by a crash. */
const STALE_MS = 60_000

/**
 * Resumes interrupted operations and deletes expired data. A failed step is logged and does not stop the next steps, so
 * one permanent failure cannot block the rest. Never rejects.
 */
export async function cleanUpAll(context: Context, closeExpired: (now: Date) => void): Promise<void> {
  const { repositories, jobs, clock, log } = context
  const staleSince = new Date(clock().getTime() - STALE_MS)

  async function runStep(step: string, work: () => unknown): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, step }, 'cleanup failed')
    }
  }

  await runStep('unfinished', () => jobs.resume(createJobRunner(context)))
  await runStep('sockets', () => closeExpired(clock()))
  await runStep('pending notes', () => repositories.notes.settle(staleSince))
  await runStep('pending threads', () => settleThreads(context, staleSince))
  await runStep('pending trash', () => settleTrash(context, staleSince))
  await runStep('trash', () => cleanUpTrash(context))
  await runStep('pictures', () => cleanUpPictures(context))
  await runStep('backup', () => startDueBackup(context))
  await runStep('daily counts', () => storeDailyCounts(context))
  for (const [name, repository] of Object.entries(repositories))
    if ('cleanUp' in repository) await runStep(name, () => repository.cleanUp(clock()))
}

/** Resumes each kind of job after a crash. */
export function createJobRunner(context: Context): JobRunner {
  return job => {
    switch (job.kind) {
      case 'deleteTopic':
        return removeTopic(context, job.entityNo)
      case 'restoreTopic':
        return finishTopicRestore(context, job).then(() => undefined)
      case 'deleteNote':
        return trashNote(context, job.entityNo)
      case 'leaveHub':
        return removeMember(context, { ...job, hubNo: job.entityNo })
      case 'deleteAccount':
        return removeAccount(context, job)
      case 'postSuggestion':
        return finishPosting(context, job.entityNo)
      case 'deleteSuggestion':
        return removeSuggestion(context, job.entityNo)
    }
  }
}
