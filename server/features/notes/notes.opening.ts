import { mayChangeNote, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { readNote } from './notes.domain.ts'
import type { NoteRecord } from './notes.store.ts'

/** Reads a note; the first time that somebody reads another's, their tabs and the author hear of it. */
export async function openNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteRecord> {
  const { stores, live } = context
  const note = await readNote(context, viewer, noteNo)
  if (mayChangeNote(viewer, note) || !(await stores.noteReads.mark(noteNo, viewer.userNo))) return note
  // The note may have been deleted meanwhile, and its marks before this one was there.
  if ((await stores.notes.summary(noteNo)) === null) await stores.noteReads.deleteOfNotes([noteNo])
  live.emitToUser(viewer.userNo, 'note:opened', { noteNo })
  live.emitToUser(note.authorNo, 'note:read', { noteNo })
  return note
}
