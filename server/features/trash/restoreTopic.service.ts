import { canUseTopic, isLaterPart, type Viewer } from '#protocol/access.ts'
import { UNDO_DELETE_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { publishSaved } from '#server/features/notes/notes.events.ts'
import { moveToTrash } from '#server/features/notes/notes.removal.ts'
import { recreateTopic } from '#server/features/topics/topics.service.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import type { Trashed } from './trash.repository.ts'
import { isSharedAgain, trashCutoff } from './trash.service.ts'
import { restorePart, restorePartsWith, toRestoredNote, withoutSeries } from './trashedParts.ts'

/** Notes restored together; limits memory. */
const BATCH_SIZE = 100

interface RestoreTopicRequest {
  topicNo: number
  /** Notes deleted before stay in the trash. */
  since?: Date | undefined
  /** Title of a topic whose own was lost in a crash. */
  untitled: string
}

/**
 * Restores all deleted notes of a topic, under its former number, so that links work again. An immediate undo shares
 * them again, too. Throws `notFound` if there is neither the topic nor a deleted note of it. Returns the hubs that
 * reject a share.
 */
export async function restoreTopic(
  context: Context,
  viewer: Viewer,
  { topicNo, since: requestedSince, untitled }: RestoreTopicRequest,
): Promise<number[]> {
  const { repositories, clock, jobs } = context
  const now = clock()
  const since = new Date(
    Math.max(trashCutoff(context).getTime(), requestedSince ? requestedSince.getTime() - 1 : 0),
  )
  const [topic, last] = await Promise.all([
    repositories.topics.findByNo(topicNo),
    repositories.trash.findLatest(viewer.userNo, topicNo, since),
  ])
  if (topic ? !canUseTopic(viewer, topic) : last === null) throw notFound()
  // Check the quota before any job is registered or removed.
  if (topic === null && last)
    await recreateTopic(context, viewer, { subjectNo: topicNo, title: last.subjectTitle || untitled })
  // This restore includes what an earlier one has left.
  await jobs.cancel(viewer.userNo, [
    { kind: 'deleteTopic', entityNo: topicNo },
    { kind: 'restoreTopic', entityNo: topicNo },
  ])
  if (last === null) return []
  const undoneSince = new Date(now.getTime() - UNDO_DELETE_MS - 1)
  // A deletion that took long is undone as a whole.
  const sharedSince = requestedSince && last.deletedAt > undoneSince ? since : undoneSince
  // If the job is finished later, notes that were deleted again by then stay in the trash.
  const times = { since, until: last.deletedAt, sharedSince }
  const work = { kind: 'restoreTopic', entityNo: topicNo, userNo: viewer.userNo, ...times } as const
  let rejected = null as number[] | null
  await jobs.run(work, async () => {
    rejected = await finishTopicRestore(context, work)
  })
  if (rejected === null) throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  return rejected
}

interface TopicRestore {
  entityNo: number
  userNo: number
  since: Date
  /** Absent in jobs of the previous release. */
  until?: Date
  sharedSince: Date
}

/**
 * Idempotent. Returns the hubs that reject a share; null if the topic is gone again and no note was restored. Throws
 * `unavailable` if another restore has reserved notes: it may have failed, so the job stays and is repeated.
 */
export async function finishTopicRestore(
  context: Context,
  { entityNo: subjectNo, userNo, since, until, sharedSince }: TopicRestore,
): Promise<number[] | null> {
  const { repositories, clock, jobs } = context
  const rejected = new Set<number>()
  const reserved: Pick<Trashed, 'noteNo' | 'deletedAt'>[] = []
  for (let above = 0; ; ) {
    const found = await repositories.trash.findNext(userNo, { subjectNo, since, until, above }, BATCH_SIZE)
    const now = clock()
    const notes = await repositories.trash.claimAll(found, now)
    const noteNos = notes.map(({ noteNo }) => noteNo)
    for (const note of found)
      if (!notes.includes(note)) reserved.push({ noteNo: note.noteNo, deletedAt: note.deletedAt })
    try {
      const deletions = noteNos.map(entityNo => ({ kind: 'deleteNote', entityNo }) as const)
      await jobs.cancel(userNo, deletions)
      const isThere = await insertAll(context, notes)
      if (!isThere) return null
      for (const hubNo of await shareAllAgain(context, userNo, notes, sharedSince)) rejected.add(hubNo)
      await repositories.trash.removeClaimed(noteNos, now)
    } catch (error) {
      // Allows an immediate retry.
      await repositories.trash.releaseClaim(noteNos, now)
      throw error
    }
    for (const note of notes) if (!isLaterPart(note)) publishSaved(context, toRestoredNote(note, subjectNo))
    const next = found.at(BATCH_SIZE - 1)
    if (next === undefined) break
    above = next.noteNo
  }
  if (await repositories.trash.isReserved(reserved)) throw new RequestError('unavailable')
  return [...rejected]
}

/** False if the topic is gone again; the notes are back in the trash then. */
async function insertAll(context: Context, notes: readonly Trashed[]): Promise<boolean> {
  const { repositories, clock } = context
  const now = clock()
  const inTopic = notes.filter(note => !isLaterPart(note))
  const insert = (note: Trashed) => repositories.notes.insert(toRestoredNote(note, note.subjectNo), now)
  // 'keyTaken': an interrupted restore has inserted it before.
  const outcomes = await Promise.all(inTopic.map(insert))
  const lost = inTopic.filter((_, index) => outcomes[index] === 'topicGone')
  for (const { noteNo, subjectTitle } of lost) await moveToTrash(context, noteNo, subjectTitle)
  if (lost.length > 0) return false
  for (const note of inTopic) await restorePartsWith(context, note)
  // Later parts that were deleted alone.
  for (const part of notes.filter(isLaterPart))
    if ((await restorePart(context, part)) === null) {
      await repositories.documents.leaveSeries(part.noteNo)
      await insert(withoutSeries(part))
    }
  return true
}

/** In the original order. */
async function shareAllAgain(
  context: Context,
  userNo: number,
  notes: readonly Trashed[],
  since: Date,
): Promise<number[]> {
  const viewer = { userNo, privilege: 0 }
  const shares = notes
    .filter(({ deletedAt }) => deletedAt > since)
    .flatMap(({ noteNo, shares: ended }) => ended.map(share => ({ noteNo, share })))
    .toSorted((one, other) => one.share.sharedAt.getTime() - other.share.sharedAt.getTime())
  const rejected: number[] = []
  for (const { noteNo, share } of shares)
    if (!(await isSharedAgain(context, viewer, noteNo, share))) rejected.push(share.hubNo)
  return rejected
}
