import { canChangeNote, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { requireHead } from '#server/features/series/series.rules.ts'
import { forbidden, notFound, RequestError } from '#server/platform/errors.ts'
import { publishSaved } from './notes.events.ts'
import { moveToTrash } from './notes.removal.ts'
import type { NoteInList } from './notes.repository.ts'
import { canRead, ownNote } from './notes.service.ts'
import { publishNote } from './publishNote.ts'

/** Pinning does not change the note's version or time, and only the author sees it. */
export async function pinNote(
  context: Context,
  viewer: Viewer,
  { noteNo, isPinned }: { noteNo: number; isPinned: boolean },
): Promise<void> {
  if (await pinAndPublish(context, viewer, noteNo, isPinned)) return
  requireHead(await ownNote(context, viewer, noteNo))
  // The note has just been restored from the trash.
  await pinAndPublish(context, viewer, noteNo, isPinned)
}

/** False if the note does not exist or has another author. */
async function pinAndPublish(
  context: Context,
  { userNo: authorNo }: Viewer,
  noteNo: number,
  isPinned: boolean,
): Promise<boolean> {
  const version = await context.repositories.notes.pin(noteNo, authorNo, isPinned)
  if (version !== null) publishSaved(context, { authorNo, noteNo, version })
  return version !== null
}

export async function deleteNote(context: Context, viewer: Viewer, noteNo: number): Promise<void> {
  await ownNote(context, viewer, noteNo)
  await moveNoteToTrash(context, viewer, noteNo)
}

/**
 * Skips notes that the viewer has deleted already, so a client may repeat a request without a response. Returns the
 * missing notes, and those to restore on undo: notes that another device has deleted are not among them.
 */
export async function deleteNotes(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[],
): Promise<{ missingNos: number[]; deletedNos: number[] }> {
  const { own, otherNos } = await selectOwn(context, viewer, noteNos)
  const trashed = await context.repositories.trash.findOwnedNos(viewer.userNo, otherNos)
  const missingNos = otherNos.filter(noteNo => !trashed.has(noteNo))
  if (own.length + trashed.size === 0) throw notFound()
  for (const { noteNo } of own) await moveNoteToTrash(context, viewer, noteNo)
  return { missingNos, deletedNos: own.length > 0 ? own.map(({ noteNo }) => noteNo) : [...trashed] }
}

/**
 * Returns the viewer's own notes, and the numbers of missing or foreign notes. Throws `forbidden` if the viewer may
 * read one of the latter.
 */
async function selectOwn(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[],
): Promise<{ own: NoteInList[]; otherNos: number[] }> {
  const found = await context.repositories.notes.findForList(noteNos)
  const own = found.filter(note => canChangeNote(viewer, note))
  const ownNos = new Set(own.map(({ noteNo }) => noteNo))
  for (const note of found)
    if (!ownNos.has(note.noteNo) && (await canRead(context, viewer, note))) throw forbidden()
  return { own, otherNos: [...new Set(noteNos)].filter(noteNo => !ownNos.has(noteNo)) }
}

async function moveNoteToTrash(context: Context, { userNo }: Viewer, noteNo: number): Promise<void> {
  await context.jobs.run({ kind: 'deleteNote', entityNo: noteNo, userNo }, work =>
    trashNote(context, work.entityNo),
  )
}

/** Idempotent. */
export async function trashNote(context: Context, noteNo: number): Promise<void> {
  const { repositories, topicTitles } = context
  const note = await repositories.notes.findSummary(noteNo)
  const title = note && (await topicTitles.getMany([note.subjectNo])).get(note.subjectNo)
  await moveToTrash(context, noteNo, title ?? '')
}

/** Moves notes to a topic of the viewer. Returns missing notes; throws `notFound` if none is left. */
export async function moveNotes(
  context: Context,
  viewer: Viewer,
  { noteNos, topicNo }: { noteNos: readonly number[]; topicNo: number },
): Promise<number[]> {
  if (!(await context.repositories.topics.countNotes(viewer.userNo, topicNo)).hasTopic) throw notFound()
  const { own, otherNos: missingNos } = await selectOwn(context, viewer, noteNos)
  own.forEach(requireHead)
  let movedCount = 0
  for (const note of own) {
    const isThere = note.subjectNo === topicNo || (await moveNote(context, note, topicNo))
    if (isThere) movedCount += 1
    else missingNos.push(note.noteNo)
  }
  if (movedCount === 0) throw notFound()
  return missingNos
}

/** Moves a note of the user. False if the note has been moved or deleted meanwhile. */
export async function moveNote(context: Context, note: NoteInList, topicNo: number): Promise<boolean> {
  const { repositories, clock } = context
  const outcome = await repositories.notes.move(note, topicNo, clock())
  if (outcome === 'topicGone') {
    // Treat the note as part of the deleted topic.
    await trashNote(context, note.noteNo)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  if (outcome === 'gone') return false
  publishSaved(context, note)
  await publishNote(context, { ...note, subjectNo: topicNo })
  return true
}
