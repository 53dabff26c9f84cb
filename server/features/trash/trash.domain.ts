import type { Viewer } from '#protocol/access.ts'
import { TRASH_KEPT_MS, UNDO_DELETE_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { publishSaved } from '#server/features/notes/notes.events.ts'
import { removeWhatHangsOn } from '#server/features/notes/notes.removal.ts'
import type { NoteRecord } from '#server/features/notes/notes.store.ts'
import { shareNote } from '#server/features/shares/shares.domain.ts'
import { bringTopic, removeTopic } from '#server/features/topics/topics.domain.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import { moveToTrash } from './trash.moving.ts'
import type { EndedShare, TopicInTrash, Trashed, TrashSummary } from './trash.store.ts'

/** Removed in one go of the sweeper. */
const REMOVED_AT_ONCE = 500

/** What was deleted before is gone. */
export const keptSince = ({ clock }: Context) => new Date(clock().getTime() - TRASH_KEPT_MS)

export async function listTrash(
  context: Context,
  viewer: Viewer,
  asked: { curPageNo: number; itemsPerPage: number },
): Promise<Page<TrashSummary> & { topics: TopicInTrash[] }> {
  const { trash } = context.stores
  const since = keptSince(context)
  const page = await pageAt(asked.curPageNo, asked.itemsPerPage, range =>
    trash.pageOf(viewer.userNo, since, range),
  )
  const topicNos = page.items.map(({ subjectNo }) => subjectNo)
  return { ...page, topics: await trash.countIn(viewer.userNo, topicNos, since) }
}

export async function readTrashed(context: Context, viewer: Viewer, noteNo: number): Promise<Trashed> {
  const [note] = await ownTrashed(context, viewer, [noteNo])
  if (note === undefined) throw notFound()
  return note
}

/** Those of them that are there, in their order; it is not found when none is. */
async function ownTrashed(context: Context, viewer: Viewer, noteNos: readonly number[]): Promise<Trashed[]> {
  const found = await context.stores.trash.byNos(viewer.userNo, noteNos, keptSince(context))
  if (found.length === 0) throw notFound()
  return [...new Set(noteNos)].flatMap(wanted => found.find(({ noteNo }) => noteNo === wanted) ?? [])
}

export interface Restored {
  noteNo: number
  topicNo: number
  /** Where it was shared when it was deleted, and could not be shared again. */
  refusedHubNos: number[]
}

/**
 * Into its topic, or one of the same name, or a new one; `untitled` is the name for a topic whose own was lost in a crash.
 * Undone at once it is shared again, too, where it was; as something that has been there, and not as new.
 */
export async function restoreNotes(
  context: Context,
  viewer: Viewer,
  { noteNos, untitled }: { noteNos: readonly number[]; untitled: string },
): Promise<Restored[]> {
  const { stores, clock } = context
  const answers: Restored[] = []
  for (const { noteNo, deletedAt } of await settledTrashed(context, viewer, noteNos)) {
    // Read again, and for this one alone: the others before it took a while.
    const now = clock()
    const note = await stores.trash.claim(noteNo, deletedAt, now)
    if (note === null) continue
    const topicNo = await restoreNote(context, viewer, note, untitled).catch(async error => {
      // So that it can be tried again at once.
      await stores.trash.unclaim([noteNo], now)
      throw error
    })
    const isUndone = now.getTime() - deletedAt.getTime() <= UNDO_DELETE_MS
    const refusedHubNos = isUndone ? await shareAgain(context, viewer, note) : []
    answers.push({ noteNo, topicNo, refusedHubNos })
  }
  return answers
}

/** Once no deletion of them is under way: that of a whole topic is finished, since the others of its notes do not come back. */
async function settledTrashed(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[],
): Promise<Trashed[]> {
  const { unfinished } = context
  const found = await ownTrashed(context, viewer, noteNos)
  const deletions = found.flatMap(({ noteNo, subjectNo }) => [
    { kind: 'deleteNote', entityNo: noteNo } as const,
    { kind: 'deleteTopic', entityNo: subjectNo } as const,
  ])
  const begun = await unfinished.begun(viewer.userNo, deletions)
  const ofTopics = begun.filter(({ kind }) => kind === 'deleteTopic')
  for (const { entityNo } of ofTopics) await removeTopic(context, entityNo)
  await unfinished.giveUp(viewer.userNo, begun)
  return ofTopics.length > 0 ? ownTrashed(context, viewer, noteNos) : found
}

async function restoreNote(
  context: Context,
  viewer: Viewer,
  note: Trashed,
  untitled: string,
): Promise<number> {
  const { stores, clock } = context
  const subjectTitle = note.subjectTitle || untitled
  const subjectNo = await topicFor(context, viewer, { subjectNo: note.subjectNo, title: subjectTitle })
  const restored = asRestored(note, subjectNo)
  const outcome = await stores.notes.insert(restored, clock())
  if (outcome === 'topicGone') {
    // With its topic it goes where it came from.
    await moveToTrash(context, note.noteNo, subjectTitle)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  // 'keyTaken': it was restored before, and that was cut off.
  await stores.trash.remove(note.noteNo, note.deletedAt)
  publishSaved(context, restored)
  return subjectNo
}

/** As another version: a deletion elsewhere that still goes on has read the one before, and must not take this one. */
export function asRestored(note: Trashed, subjectNo: number): NoteRecord {
  const { shares, keptAt, deletedAt, claimedAt, subjectTitle, ...kept } = note
  return { ...kept, subjectNo, version: kept.version + 1 }
}

async function topicFor(
  context: Context,
  viewer: Viewer,
  topic: { subjectNo: number; title: string },
): Promise<number> {
  const found = await context.stores.topics.likeOneOf(viewer.userNo, topic)
  // Under its number, so that the others of its notes come back to it.
  return found ?? bringTopic(context, viewer, topic)
}

/** The hubs that do not take it: of which the author is no member any more, or which are gone. */
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

/** Nobody finds them from now on; they are gone for good at the next sweep. */
export async function emptyTrash(
  context: Context,
  viewer: Viewer,
  noteNos: readonly number[] | undefined,
): Promise<void> {
  if (noteNos) await ownTrashed(context, viewer, noteNos)
  await context.stores.trash.giveUp(viewer.userNo, noteNos ?? 'all')
}

/** Removes what has been in the trash for too long, with its history and its threads. Safe to repeat. */
export async function cleanUpTrash(context: Context): Promise<void> {
  const { stores } = context
  const before = keptSince(context)
  for (const { noteNo, deletedAt } of await stores.trash.expired(before, REMOVED_AT_ONCE)) {
    // Unless it was restored, and that was cut off.
    if ((await stores.notes.summary(noteNo)) === null) await removeWhatHangsOn(context, [noteNo])
    await stores.trash.remove(noteNo, deletedAt)
  }
}
