import type { Context } from './context.ts'
import { keepDailyCounts } from './features/administration/dailyCounts.domain.ts'
import { settleThreads } from './features/comments/comments.removal.ts'
import { cleanUpPictures } from './features/notePictures/notePictures.cleanup.ts'
import { cleanUpTrash } from './features/trash/trash.domain.ts'
import { settleTrash } from './features/trash/trash.moving.ts'
import { stepsOf } from './unfinished.ts'

/** A note that has been coming or going for so long was left behind by a crash. */
const UNSETTLED_MS = 60_000

/**
 * Finishes what crashes left half done and forgets what has expired. Each step has its turn, also after one that failed, which is
 * logged: what fails over and over must not keep the others from ever being done. Never rejects.
 */
export async function cleanUpAll(context: Context, closeExpired: (now: Date) => void): Promise<void> {
  const { stores, unfinished, clock, log } = context
  const unsettledSince = new Date(clock().getTime() - UNSETTLED_MS)

  async function turn(step: string, work: () => unknown): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, step }, 'sweeping failed')
    }
  }

  await turn('unfinished', () => unfinished.resume(stepsOf(context)))
  await turn('sockets', () => closeExpired(clock()))
  await turn('unsettled notes', () => stores.notes.settle(unsettledSince))
  await turn('unsettled threads', () => settleThreads(context, unsettledSince))
  await turn('unsettled trash', () => settleTrash(context, unsettledSince))
  await turn('trash', () => cleanUpTrash(context))
  await turn('pictures', () => cleanUpPictures(context))
  await turn('daily counts', () => keepDailyCounts(context))
  for (const [name, store] of Object.entries(stores))
    if ('cleanUp' in store) await turn(name, () => store.cleanUp(clock()))
}
