import { canChangeNote, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { tellOpened } from '#server/features/seen/seen.domain.ts'
import { readNote } from './notes.domain.ts'
import { publishOpened } from './notes.events.ts'
import type { NoteRecord } from './notes.store.ts'

/** Reads a note; the first time that somebody reads another's, their tabs and the author hear of it. */
export async function openNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteRecord> {
  const { stores } = context
  const note = await readNote(context, viewer, noteNo)
  if (canChangeNote(viewer, note)) return note
  const mark = await stores.noteReads.mark(noteNo, viewer.userNo)
  // Also again: the node that marked it first may have died before it told.
  if (mark !== 'known') tellOpened(context, viewer, noteNo)
  if (mark !== 'first') return note
  // The note may have been deleted meanwhile. The other marks are the trash's, or gone.
  if ((await stores.notes.summary(noteNo)) === null) await stores.noteReads.unmark(noteNo, viewer.userNo)
  publishOpened(context, note, viewer)
  return note
}
