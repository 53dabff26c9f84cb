import { hasSeen } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { removeThreadsOfNotes } from '#server/features/comments/comments.removal.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'
import type { EndedShare } from '#server/features/trash/trash.repository.ts'
import { publishDeleted } from './notes.events.ts'

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

/** Deletes versions, comments, reactions, read marks and documents of deleted notes. Idempotent. */
export async function removeNoteData(context: Context, noteNos: readonly number[]): Promise<void> {
  await context.repositories.history.deleteByNotes(noteNos)
  await removeThreadsOfNotes(context, noteNos)
  await context.repositories.noteReads.deleteByNotes(noteNos)
  await context.repositories.documents.deleteByNotes(noteNos)
}

/**
 * Copies the note to the trash, withdraws its shares, then deletes it. The shares go before the note, so that a topic
 * deletion resumed after a crash still finds every note with shares. If the note was saved in between, the loop
 * starts again with the new text. Idempotent.
 */
export async function moveToTrash(context: Context, noteNo: number, subjectTitle: string): Promise<void> {
  const { repositories, clock } = context
  for (let isDeleted = false; !isDeleted; ) {
    const note = await repositories.notes.findByNo(noteNo)
    if (note === null) break
    const { requestKey, editingSession, ...fields } = note
    const shares = note.everShared ? await sharesToEnd(context, noteNo) : []
    await repositories.trash.save({ ...fields, subjectTitle, shares, keptAt: clock() })
    await withdrawShares(context, { noteNo }, 'deleted')
    isDeleted = await repositories.notes.delete(note, clock())
    if (isDeleted) publishDeleted(context, note)
  }
  // Shares created meanwhile.
  await withdrawShares(context, { noteNo }, 'deleted')
  await repositories.trash.settle(noteNo, clock())
}

async function sharesToEnd({ repositories }: Context, noteNo: number): Promise<EndedShare[]> {
  const shares = await repositories.shares.findLiveByNote(noteNo)
  return Promise.all(
    shares.map(async ({ hubNo, seq, sharedAt, seenBy = [] }) => {
      const hub = await repositories.hubs.findByNo(hubNo)
      const readers = hub?.members.filter(member => hasSeen(member, seq)) ?? []
      return { hubNo, sharedAt, seenBy: [...new Set([...seenBy, ...readers.map(({ userNo }) => userNo)])] }
    }),
  )
}

/** Completes moves to the trash that a crash interrupted. */
export async function settleTrash({ repositories }: Context, before: Date): Promise<void> {
  for (const noteNo of await repositories.trash.findUnsettled(before))
    if ((await repositories.notes.findSummary(noteNo)) === null)
      await repositories.trash.settle(noteNo, before)
}
