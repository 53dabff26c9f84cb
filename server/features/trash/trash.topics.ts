import { canUseTopic, type Viewer } from '#protocol/access.ts'
import { UNDO_DELETE_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { publishSaved } from '#server/features/notes/notes.events.ts'
import { bringTopic } from '#server/features/topics/topics.domain.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { asRestored, isSharedAgain, keptSince } from './trash.domain.ts'
import { moveToTrash } from './trash.moving.ts'
import type { Trashed } from './trash.store.ts'

/** Brought back together: so many texts are in memory. */
const AT_ONCE = 100

interface Asked {
  topicNo: number
  /** What was deleted before stays where it is. */
  since?: Date | undefined
  /** The name for a topic whose own was lost in a crash. */
  untitled: string
}

/**
 * All notes of a topic that are in the trash, under its old number, so that what leads to it leads to it again. Undone at once
 * they are shared again, too. It is not found when there is neither the topic nor a note of it. Answers with the hubs that do not
 * take a note any more.
 */
export async function restoreTopic(
  context: Context,
  viewer: Viewer,
  { topicNo, since: asked, untitled }: Asked,
): Promise<number[]> {
  const { stores, clock, unfinished } = context
  const now = clock()
  const since = new Date(Math.max(keptSince(context).getTime(), asked ? asked.getTime() - 1 : 0))
  const [topic, last] = await Promise.all([
    stores.topics.byNo(topicNo),
    stores.trash.lastOf(viewer.userNo, topicNo, since),
  ])
  if (topic ? !canUseTopic(viewer, topic) : last === null) throw notFound()
  // Before anything is noted down or struck off: when one has too many, nothing was begun.
  if (topic === null && last)
    await bringTopic(context, viewer, { subjectNo: topicNo, title: last.subjectTitle || untitled })
  // An earlier restoring, too, would bring back later what is deleted after this one.
  await unfinished.giveUp(viewer.userNo, [
    { kind: 'deleteTopic', entityNo: topicNo },
    { kind: 'restoreTopic', entityNo: topicNo },
  ])
  if (last === null) return []
  const undoneSince = new Date(now.getTime() - UNDO_DELETE_MS - 1)
  // A deletion that took long is undone as a whole.
  const sharedSince = asked && last.deletedAt > undoneSince ? since : undoneSince
  const work = { kind: 'restoreTopic', entityNo: topicNo, userNo: viewer.userNo, since, sharedSince } as const
  let rejected = null as number[] | null
  await unfinished.run(work, async () => {
    rejected = await bringTopicBack(context, work)
  })
  if (rejected === null) throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  return rejected
}

interface Bringing {
  entityNo: number
  userNo: number
  since: Date
  sharedSince: Date
}

/** Safe to repeat. Answers with the hubs that do not take a note any more; null when the topic is gone again, and no note came back. */
export async function bringTopicBack(
  context: Context,
  { entityNo: subjectNo, userNo, since, sharedSince }: Bringing,
): Promise<number[] | null> {
  const { stores, clock, unfinished } = context
  const rejected = new Set<number>()
  for (let above = 0; ; ) {
    const found = await stores.trash.nextOf(userNo, { subjectNo, since, above }, AT_ONCE)
    const now = clock()
    const notes = await stores.trash.claimAll(found, now)
    const noteNos = notes.map(({ noteNo }) => noteNo)
    try {
      const deletions = noteNos.map(entityNo => ({ kind: 'deleteNote', entityNo }) as const)
      await unfinished.giveUp(userNo, deletions)
      const isThere = await insertAll(context, notes)
      if (!isThere) return null
      for (const hubNo of await shareAllAgain(context, userNo, notes, sharedSince)) rejected.add(hubNo)
      await stores.trash.removeClaimed(noteNos, now)
    } catch (error) {
      // So that it can be tried again at once.
      await stores.trash.unclaim(noteNos, now)
      throw error
    }
    for (const note of notes) publishSaved(context, asRestored(note, subjectNo))
    const next = found.at(AT_ONCE - 1)
    if (next === undefined) return [...rejected]
    above = next.noteNo
  }
}

/** False when the topic is gone again: then they are where they came from. */
async function insertAll(context: Context, notes: readonly Trashed[]): Promise<boolean> {
  const { stores, clock } = context
  const now = clock()
  const outcomes = await Promise.all(
    // 'keyTaken': it was restored before, and that was cut off.
    notes.map(note => stores.notes.insert(asRestored(note, note.subjectNo), now)),
  )
  const lost = notes.filter((_, place) => outcomes[place] === 'topicGone')
  for (const { noteNo, subjectTitle } of lost) await moveToTrash(context, noteNo, subjectTitle)
  return lost.length === 0
}

/** In the order in which they were shared at first. */
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
