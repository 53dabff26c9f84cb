import { headNoOf, isLaterPart } from '#protocol/access.ts'
import { hasSeen } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { removeThreadsOfNotes } from '#server/features/comments/comments.removal.ts'
import { endLostRights } from '#server/features/documents/documents.writers.service.ts'
import { NO_TOPIC } from '#server/features/series/series.record.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'
import type { EndedShare } from '#server/features/trash/trash.repository.ts'
import { publishDeleted } from './notes.events.ts'
import type { NoteRecord } from './notes.repository.ts'
import { publishHeadOf } from './publishNote.ts'

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
 * starts again with the new text. The later parts of a series follow. Idempotent.
 */
export async function moveToTrash(context: Context, noteNo: number, subjectTitle: string): Promise<void> {
  const { repositories, clock } = context
  // Unless the note is there: a deletion that is repeated after a crash may have moved only some of them.
  let hasParts = true
  for (let isDeleted = false; !isDeleted; ) {
    const note = await repositories.notes.findByNo(noteNo)
    if (note === null) break
    const { requestKey, editingSession, ...fields } = note
    const shares = note.everShared ? await sharesToEnd(context, noteNo) : []
    const topic = isLaterPart(note) ? await topicOfHead(context, note) : { subjectTitle }
    await repositories.trash.save({ ...fields, ...topic, shares, keptAt: clock() })
    await withdrawShares(context, { noteNo }, 'deleted')
    isDeleted = await repositories.notes.delete(note, clock())
    if (isDeleted) publishDeleted(context, note)
    if (isDeleted && isLaterPart(note)) await publishHeadOf(context, note, clock())
    hasParts = note.series !== undefined && !isLaterPart(note)
  }
  // Shares created meanwhile.
  await withdrawShares(context, { noteNo }, 'deleted')
  // An earlier attempt may have failed after it withdrew a share.
  await endLostRights(context, { noteNo })
  if (hasParts) await movePartsToTrash(context, noteNo, subjectTitle)
  await repositories.trash.settle(noteNo, clock())
}

/** Moves the other parts of a series after its first part. They are in the trash with it, as one entry. */
async function movePartsToTrash(context: Context, headNo: number, subjectTitle: string): Promise<void> {
  const { repositories, clock } = context
  const parts = await repositories.series.findParts(headNo)
  // The first part has been restored meanwhile.
  if (parts.some(({ noteNo }) => noteNo === headNo)) return
  for (const { noteNo } of parts) {
    for (let isDeleted = false; !isDeleted; ) {
      const part = await repositories.notes.findByNo(noteNo)
      if (part === null) break
      const { requestKey, editingSession, ...fields } = part
      const copy = { ...fields, subjectTitle, shares: [], keptAt: clock(), withHeadNo: headNo }
      await repositories.trash.save(copy)
      isDeleted = await repositories.notes.delete(part, clock())
      if (isDeleted) publishDeleted(context, part)
    }
  }
}

/** The topic of a later part that is deleted alone. */
async function topicOfHead({ repositories, topicTitles }: Context, part: NoteRecord) {
  const { subjectNo = NO_TOPIC } = (await repositories.notes.findSummary(headNoOf(part))) ?? {}
  return { subjectNo, subjectTitle: (await topicTitles.getMany([subjectNo])).get(subjectNo) ?? '' }
}

async function sharesToEnd({ repositories }: Context, noteNo: number): Promise<EndedShare[]> {
  const shares = await repositories.shares.findLiveByNote(noteNo)
  return Promise.all(
    shares.map(async ({ hubNo, seq, sharedAt, isWritable, seenBy = [] }) => {
      const hub = await repositories.hubs.findByNo(hubNo)
      const readers = hub?.members.filter(member => hasSeen(member, seq)) ?? []
      return {
        hubNo,
        sharedAt,
        ...(isWritable && { isWritable }),
        seenBy: [...new Set([...seenBy, ...readers.map(({ userNo }) => userNo)])],
      }
    }),
  )
}

/** Completes moves to the trash that a crash interrupted. */
export async function settleTrash({ repositories }: Context, before: Date): Promise<void> {
  for (const noteNo of await repositories.trash.findUnsettled(before))
    if ((await repositories.notes.findSummary(noteNo)) === null)
      await repositories.trash.settle(noteNo, before)
}
