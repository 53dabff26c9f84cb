import type { Context } from '#server/context.ts'
import { removeThreadsOfNotes } from '#server/features/comments/comments.removal.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'

/**
 * The note leaves the hubs before it goes, so that the deletion of its topic, when it was cut off, still finds every
 * note with shares; then what began meanwhile: a share, a version that was kept, something said; and who has opened it.
 * Safe to repeat.
 */
export async function removeNote(context: Context, noteNo: number): Promise<void> {
  await withdrawShares(context, { noteNo }, 'deleted')
  await context.stores.history.deleteAll(noteNo)
  await removeThreadsOfNotes(context, [noteNo])
  await context.stores.notes.delete(noteNo, context.clock())
  await context.stores.history.deleteAll(noteNo)
  await withdrawShares(context, { noteNo }, 'deleted')
  await removeThreadsOfNotes(context, [noteNo])
  await context.stores.noteReads.deleteOfNotes([noteNo])
}
