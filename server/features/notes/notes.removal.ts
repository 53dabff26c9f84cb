import type { Context } from '#server/context.ts'
import { removeThreadsOfNotes } from '#server/features/comments/comments.removal.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'

/**
 * Deletes a note permanently with shares, versions, comments and read marks that were added meanwhile. User deletions
 * move notes to the trash instead. Idempotent.
 */
export async function removeNote(context: Context, noteNo: number): Promise<void> {
  const { repositories, clock } = context
  for (let isDeleted = false; !isDeleted; ) {
    const note = await repositories.notes.findSummary(noteNo)
    isDeleted = note === null || (await repositories.notes.delete(note, clock()))
  }
  await withdrawShares(context, { noteNo }, 'deleted')
  await removeNoteData(context, [noteNo])
}

/** Deletes versions, comments, reactions and read marks of deleted notes. Idempotent. */
export async function removeNoteData(context: Context, noteNos: readonly number[]): Promise<void> {
  await context.repositories.history.deleteByNotes(noteNos)
  await removeThreadsOfNotes(context, noteNos)
  await context.repositories.noteReads.deleteByNotes(noteNos)
}
