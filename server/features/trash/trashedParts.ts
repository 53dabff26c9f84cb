import { SERIES_PARTS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { mergeSavedChange } from '#server/features/documents/documents.saving.service.ts'
import { publishSaved } from '#server/features/notes/notes.events.ts'
import { moveToTrash, removeNoteData } from '#server/features/notes/notes.removal.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import { publishHeadOf } from '#server/features/notes/publishNote.ts'
import { NO_TOPIC, type WithSeries } from '#server/features/series/series.record.ts'
import { RequestError } from '#server/platform/errors.ts'
import type { Trashed, TrashRecord } from './trash.repository.ts'

/** Uses a new version: a concurrent deletion that has read the previous one must not delete it. */
export function toRestoredNote<Note extends TrashRecord>(note: Note, subjectNo: number) {
  const { shares, keptAt, deletedAt, claimedAt, subjectTitle, withHeadNo, ...fields } = note
  return { ...fields, subjectNo, version: fields.version + 1 } satisfies NoteRecord
}

/** A later part whose series is gone or full becomes an ordinary note. */
export function withoutSeries({ series, ...note }: Trashed): Trashed {
  return note
}

/** Restores the later parts that were deleted with a note, which is restored already. Idempotent. */
export async function restorePartsWith(
  context: Context,
  { noteNo, series }: WithSeries & { noteNo: number },
): Promise<void> {
  if (series === undefined) return
  const { trash, notes } = context.repositories
  for (const part of await trash.findPartsWith(noteNo)) {
    const restored = { ...toRestoredNote(part, NO_TOPIC), series: part.series }
    await notes.insertPart(restored)
    await trash.removePart(part)
    publishSaved(context, restored)
  }
}

/** Restores a later part that was deleted alone. Returns the topic of its series; null if that is gone or full. */
export async function restorePart(context: Context, note: Trashed): Promise<number | null> {
  const { repositories, clock } = context
  const { series } = note
  if (series === undefined) return null
  const parts = await repositories.series.findParts(series.headNo)
  const head = parts.find(({ noteNo }) => noteNo === series.headNo)
  if (head === undefined || parts.length >= SERIES_PARTS_MAX) return null
  const restored = { ...toRestoredNote(note, NO_TOPIC), title: head.title, series }
  await repositories.notes.insertPart(restored)
  if (!(await publishHeadOf(context, restored, clock()))) {
    // The series is deleted: put the part back.
    await moveToTrash(context, note.noteNo, note.subjectTitle)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  // The series may have been renamed meanwhile.
  const { noteNo, authorNo } = note
  if (note.title !== head.title)
    await mergeSavedChange(context, { noteNo, authorNo, before: note, after: restored })
  await repositories.trash.remove(note.noteNo, note.deletedAt)
  publishSaved(context, restored)
  return head.subjectNo
}

/** Deletes the later parts that were deleted with a note, permanently. Idempotent. */
export async function removePartsWith(context: Context, headNo: number): Promise<void> {
  const { trash, series } = context.repositories
  const parts = await trash.findPartsWith(headNo)
  await removeNoteData(
    context,
    parts.map(({ noteNo }) => noteNo),
  )
  await trash.removePartsWith(headNo)
  // A crash may have left a part that was being added: from the trash it can be restored as an ordinary note.
  for (const { noteNo } of await series.findParts(headNo)) await moveToTrash(context, noteNo, '')
}
