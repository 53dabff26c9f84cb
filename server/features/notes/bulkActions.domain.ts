import { canChangeNote, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { moveToTrash } from '#server/features/trash/trash.moving.ts'
import { forbidden, notFound, RequestError } from '#server/platform/errors.ts'
import { canRead, ownNote, publishNote } from './notes.domain.ts'
import { publishSaved } from './notes.events.ts'
import type { NoteInList } from './notes.store.ts'

/** It is no change of the note: neither its version nor its time, and nobody but its author sees it. */
export async function pinNote(
  context: Context,
  viewer: Viewer,
  { noteNo, isPinned }: { noteNo: number; isPinned: boolean },
): Promise<void> {
  if (await pinAndPublish(context, viewer, noteNo, isPinned)) return
  await ownNote(context, viewer, noteNo)
  // It came back from the trash just now.
  await pinAndPublish(context, viewer, noteNo, isPinned)
}

/** False when it is not there, or another author's. */
async function pinAndPublish(
  context: Context,
  { userNo: authorNo }: Viewer,
  noteNo: number,
  isPinned: boolean,
): Promise<boolean> {
  const version = await context.stores.notes.pin(noteNo, authorNo, isPinned)
  if (version !== null) publishSaved(context, { authorNo, noteNo, version })
  return version !== null
}

export async function deleteNote(context: Context, viewer: Viewer, noteNo: number): Promise<void> {
  await ownNote(context, viewer, noteNo)
  await putIntoTrash(context, viewer, noteNo)
}

/**
 * Those that the viewer has deleted already are left where they are: whoever got no answer may ask again. Answers with the
 * numbers of the missing ones, and of those that are to come back when this is undone: what another device has deleted on purpose
 * is not among them.
 */
export async function deleteNotes(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[],
): Promise<{ missingNos: number[]; deletedNos: number[] }> {
  const { own, otherNos } = await ownAmong(context, viewer, noteNos)
  const trashed = await context.stores.trash.heldBy(viewer.userNo, otherNos)
  const missingNos = otherNos.filter(noteNo => !trashed.has(noteNo))
  if (own.length + trashed.size === 0) throw notFound()
  for (const { noteNo } of own) await putIntoTrash(context, viewer, noteNo)
  return { missingNos, deletedNos: own.length > 0 ? own.map(({ noteNo }) => noteNo) : [...trashed] }
}

/**
 * The viewer's own of several notes, and the numbers of the others: those that are gone, and those of which the viewer may not
 * know. Refused when the viewer may read one of these.
 */
async function ownAmong(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[],
): Promise<{ own: NoteInList[]; otherNos: number[] }> {
  const found = await context.stores.notes.inList(noteNos)
  const own = found.filter(note => canChangeNote(viewer, note))
  const ownNos = new Set(own.map(({ noteNo }) => noteNo))
  for (const note of found)
    if (!ownNos.has(note.noteNo) && (await canRead(context, viewer, note))) throw forbidden()
  return { own, otherNos: [...new Set(noteNos)].filter(noteNo => !ownNos.has(noteNo)) }
}

async function putIntoTrash(context: Context, { userNo }: Viewer, noteNo: number): Promise<void> {
  await context.unfinished.run({ kind: 'deleteNote', entityNo: noteNo, userNo }, work =>
    trashNote(context, work.entityNo),
  )
}

/** Safe to repeat. */
export async function trashNote(context: Context, noteNo: number): Promise<void> {
  const { stores, topicTitles } = context
  const note = await stores.notes.summary(noteNo)
  const title = note && (await topicTitles.of([note.subjectNo])).get(note.subjectNo)
  await moveToTrash(context, noteNo, title ?? '')
}

/** Into a topic of the viewer's own. Answers with the numbers of the missing ones; it is not found when none is left. */
export async function moveNotes(
  context: Context,
  viewer: Viewer,
  { noteNos, topicNo }: { noteNos: readonly number[]; topicNo: number },
): Promise<number[]> {
  if (!(await context.stores.topics.notesOf(viewer.userNo, topicNo)).hasTopic) throw notFound()
  const { own, otherNos: missingNos } = await ownAmong(context, viewer, noteNos)
  let moved = 0
  for (const note of own) {
    const isThere = note.subjectNo === topicNo || (await moveNote(context, note, topicNo))
    if (isThere) moved += 1
    else missingNos.push(note.noteNo)
  }
  if (moved === 0) throw notFound()
  return missingNos
}

/** False when it has gone from where it was read. */
async function moveNote(context: Context, note: NoteInList, topicNo: number): Promise<boolean> {
  const { stores, clock } = context
  const outcome = await stores.notes.move(note, topicNo, clock())
  if (outcome === 'topicGone') {
    // As if it had been there when the topic was deleted.
    await trashNote(context, note.noteNo)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  if (outcome === 'gone') return false
  publishSaved(context, note)
  await publishNote(context, { ...note, subjectNo: topicNo })
  return true
}
