import { isLaterPart, type Viewer } from '#protocol/access.ts'
import { TRASH_KEPT_MS, UNDO_DELETE_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { publishSaved } from '#server/features/notes/notes.events.ts'
import { moveToTrash, removeNoteData } from '#server/features/notes/notes.removal.ts'
import { NO_TOPIC } from '#server/features/series/series.record.ts'
import type { PartSum } from '#server/features/series/series.repository.ts'
import { shareNote } from '#server/features/shares/shares.service.ts'
import { createTopic, recreateTopic, removeTopic } from '#server/features/topics/topics.service.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { loadPage, type Page } from '#server/platform/paging.ts'
import type { EndedShare, TopicInTrash, Trashed, TrashRecord, TrashSummary } from './trash.repository.ts'
import {
  removePartsWith,
  restorePart,
  restorePartsWith,
  toRestoredNote,
  withoutSeries,
} from './trashedParts.ts'

/** Notes per cleanup run. */
const REMOVED_PER_RUN = 500

/** Notes deleted before have expired. */
export const trashCutoff = ({ clock }: Context) => new Date(clock().getTime() - TRASH_KEPT_MS)

export async function listTrash(
  context: Context,
  viewer: Viewer,
  request: { curPageNo: number; itemsPerPage: number },
): Promise<Page<TrashSummary> & { topics: TopicInTrash[]; parts: ReadonlyMap<number, PartSum> }> {
  const { trash } = context.repositories
  const since = trashCutoff(context)
  const page = await loadPage(request.curPageNo, request.itemsPerPage, range =>
    trash.findPage(viewer.userNo, since, range),
  )
  const topicNos = page.items.map(({ subjectNo }) => subjectNo)
  const [topics, parts] = await Promise.all([
    trash.countByTopic(viewer.userNo, topicNos, since),
    trash.countPartsWith(page.items.flatMap(({ noteNo, series }) => (series ? noteNo : []))),
  ])
  return { ...page, topics, parts }
}

/** A deleted note with all parts of its series that were deleted with it. */
export async function readTrashed(
  context: Context,
  viewer: Viewer,
  noteNo: number,
): Promise<{ note: Trashed; parts: readonly TrashRecord[] }> {
  const [note] = await ownTrashed(context, viewer, [noteNo])
  if (note === undefined) throw notFound()
  const later = note.series ? await context.repositories.trash.findPartsWith(noteNo) : []
  return { note, parts: [note, ...later] }
}

/** Those that exist, in order; throws `notFound` if none does. */
async function ownTrashed(context: Context, viewer: Viewer, noteNos: readonly number[]): Promise<Trashed[]> {
  const found = await context.repositories.trash.findByNos(viewer.userNo, noteNos, trashCutoff(context))
  if (found.length === 0) throw notFound()
  return [...new Set(noteNos)].flatMap(each => found.find(({ noteNo }) => noteNo === each) ?? [])
}

interface Restored {
  noteNo: number
  topicNo: number
  /** Hubs in which the note could not be shared again. */
  refusedHubNos: number[]
}

/**
 * Restores notes to their topic, to one with the same title, or to a new one; `untitled` names a topic whose title
 * was lost in a crash. An immediate undo also shares the note again where it was, without marking it as new. Throws
 * `unavailable` while another restore has reserved one of them.
 */
export async function restoreNotes(
  context: Context,
  viewer: Viewer,
  { noteNos, untitled }: { noteNos: readonly number[]; untitled: string },
): Promise<Restored[]> {
  const { repositories, clock } = context
  const answers: Restored[] = []
  for (const { noteNo, deletedAt } of await findSettledTrashed(context, viewer, noteNos)) {
    // Read the time for each note: the others before it may have taken a while.
    const now = clock()
    const note = await repositories.trash.claim(noteNo, deletedAt, now)
    if (note === null) {
      // If the server was killed during a restore, it is not done yet.
      if (await repositories.trash.isReserved([{ noteNo, deletedAt }])) throw new RequestError('unavailable')
      continue
    }
    const isUndone = now.getTime() - deletedAt.getTime() <= UNDO_DELETE_MS
    const restored = await restoreNote(context, viewer, note, { untitled, isUndone }).catch(async error => {
      // Allows an immediate retry.
      await repositories.trash.releaseClaim([noteNo], now)
      throw error
    })
    answers.push(restored)
  }
  return answers
}

/** Waits for the deletion of a whole topic to finish, since its other notes are not restored. */
async function findSettledTrashed(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[],
): Promise<Trashed[]> {
  const { jobs } = context
  const found = await ownTrashed(context, viewer, noteNos)
  const deletions = found.flatMap(({ noteNo, subjectNo }) => [
    { kind: 'deleteNote', entityNo: noteNo } as const,
    { kind: 'deleteTopic', entityNo: subjectNo } as const,
  ])
  const pendingJobs = await jobs.findPending(viewer.userNo, deletions)
  const ofTopics = pendingJobs.filter(({ kind }) => kind === 'deleteTopic')
  for (const { entityNo } of ofTopics) await removeTopic(context, entityNo)
  await jobs.cancel(viewer.userNo, pendingJobs)
  return ofTopics.length > 0 ? ownTrashed(context, viewer, noteNos) : found
}

async function restoreNote(
  context: Context,
  viewer: Viewer,
  note: Trashed,
  { untitled, isUndone }: { untitled: string; isUndone: boolean },
): Promise<Restored> {
  const { repositories, clock } = context
  const { noteNo } = note
  if (isLaterPart(note)) {
    const topicNo = await restorePart(context, note)
    if (topicNo !== null) return { noteNo, topicNo, refusedHubNos: [] }
  }
  const subjectTitle = note.subjectTitle || untitled
  const topicNo = await findOrRecreateTopic(context, viewer, {
    subjectNo: note.subjectNo,
    title: subjectTitle,
  })
  if (isLaterPart(note)) await repositories.documents.leaveSeries(noteNo)
  const restored = toRestoredNote(isLaterPart(note) ? withoutSeries(note) : note, topicNo)
  const outcome = await repositories.notes.insert(restored, clock())
  if (outcome === 'topicGone') {
    // The topic is gone again: put the note back.
    await moveToTrash(context, noteNo, subjectTitle)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  // 'keyTaken': an interrupted restore has inserted it before.
  await restorePartsWith(context, note)
  const refusedHubNos = isUndone ? await shareAgain(context, viewer, note) : []
  await repositories.trash.remove(noteNo, note.deletedAt)
  publishSaved(context, restored)
  return { noteNo, topicNo, refusedHubNos }
}

async function findOrRecreateTopic(
  context: Context,
  viewer: Viewer,
  topic: { subjectNo: number; title: string },
): Promise<number> {
  const found = await context.repositories.topics.findSimilar(viewer.userNo, topic)
  // With its former number, so that its other notes can return to it.
  if (found !== null) return found
  const { subjectNo, title } = topic
  return subjectNo === NO_TOPIC ? createTopic(context, viewer, title) : recreateTopic(context, viewer, topic)
}

/** Returns the hubs that reject the share: they are gone, or the author has left. */
async function shareAgain(context: Context, viewer: Viewer, { noteNo, shares }: Trashed): Promise<number[]> {
  const rejected: number[] = []
  for (const share of shares)
    if (!(await isSharedAgain(context, viewer, noteNo, share))) rejected.push(share.hubNo)
  return rejected
}

export async function isSharedAgain(
  context: Context,
  viewer: Viewer,
  noteNo: number,
  { hubNo, ...earlier }: EndedShare,
): Promise<boolean> {
  try {
    await shareNote(context, viewer, { hubNo, noteNo }, earlier)
    return true
  } catch (error) {
    if (error instanceof RequestError) return false
    throw error
  }
}

/** Hides the notes at once; the next cleanup deletes them. */
export async function emptyTrash(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[] | undefined,
): Promise<void> {
  if (noteNos) await ownTrashed(context, viewer, noteNos)
  await context.repositories.trash.expire(viewer.userNo, noteNos ?? 'all')
}

/** Deletes expired notes with their history and threads. Idempotent. */
export async function cleanUpTrash(context: Context): Promise<void> {
  const { repositories } = context
  const before = trashCutoff(context)
  for (const expired of await repositories.trash.findExpired(before, REMOVED_PER_RUN)) {
    const { noteNo, deletedAt } = expired
    const isThere = (await repositories.notes.findSummary(noteNo)) !== null
    // An interrupted restore may have inserted the note.
    if (isThere) await restorePartsWith(context, expired)
    else await removeNoteData(context, [noteNo])
    if (!isThere && expired.series) await removePartsWith(context, noteNo)
    await repositories.trash.remove(noteNo, deletedAt)
  }
}
