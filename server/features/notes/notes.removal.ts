import type { Context } from '#server/context.ts'
import { removeThreadsOfNotes } from '#server/features/comments/comments.removal.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'

/**
 * For good, with what began meanwhile: a share, a version that was kept, something said, and who has opened it. What people
 * delete goes to the trash. Safe to repeat.
 */
export async function removeNote(context: Context, noteNo: number): Promise<void> {
  const { stores, clock } = context
  for (let isGone = false; !isGone; ) {
    const note = await stores.notes.summary(noteNo)
    isGone = note === null || (await stores.notes.delete(note, clock()))
  }
  await withdrawShares(context, { noteNo }, 'deleted')
  await removeWhatHangsOn(context, [noteNo])
}

/**
 * What is kept beside notes and goes with them for good: earlier versions, what was said about them, and who has opened them.
 * Safe to repeat.
 */
export async function removeWhatHangsOn(context: Context, noteNos: readonly number[]): Promise<void> {
  await context.stores.history.deleteOfNotes(noteNos)
  await removeThreadsOfNotes(context, noteNos)
  await context.stores.noteReads.deleteOfNotes(noteNos)
}
