import { canChangeNote, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { markOpened } from '#server/features/seen/seen.service.ts'
import { publishOpened } from './notes.events.ts'
import type { NoteRecord } from './notes.repository.ts'
import { readNote } from './notes.service.ts'

/** Reads a note. On the first opening by another user, notifies the reader's tabs and the author. */
export async function openNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteRecord> {
  const { repositories } = context
  const note = await readNote(context, viewer, noteNo)
  if (canChangeNote(viewer, note)) return note
  const mark = await repositories.noteReads.mark(noteNo, viewer.userNo)
  // Also on repeated openings: the node that marked it first may have crashed before publishing.
  if (mark !== 'known') markOpened(context, viewer, noteNo)
  if (mark !== 'first') return note
  // The note may have been deleted meanwhile; a deletion handles the other marks.
  if ((await repositories.notes.findSummary(noteNo)) === null)
    await repositories.noteReads.unmark(noteNo, viewer.userNo)
  publishOpened(context, note, viewer)
  return note
}
