import type { Viewer } from '#protocol/access.ts'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { moveNote } from '#server/features/notes/bulkActions.service.ts'
import { RequestError } from '#server/platform/errors.ts'
import { ownTopic } from './topics.service.ts'

/** How often the notes are read again because others were added meanwhile. */
const ROUNDS_MAX = 20

/**
 * Moves all notes of a topic to another one, then deletes the topic. Needs no job: after a crash the remaining notes are still in their
 * topic. A note that is being added is in the topic's count before it exists, and only a topic with the count 0 is deleted, so no note is
 * left without a topic. Returns the moved notes.
 */
export async function mergeTopics(
  context: Context,
  viewer: Viewer,
  { topicNo, intoNo }: { topicNo: number; intoNo: number },
): Promise<number[]> {
  const { repositories, live } = context
  const topic = await ownTopic(context, viewer, topicNo)
  await ownTopic(context, viewer, intoNo)
  if (topicNo === intoNo) throw new RequestError('invalid')
  const movedNos: number[] = []
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    movedNos.push(...(await moveAll(context, topicNo, intoNo)))
    if (await repositories.topics.deleteEmpty(topic)) {
      await live.invalidateRecord('topicCounts', topic.ownerNo)
      // The count of a topic that has just been restored may be too low.
      movedNos.push(...(await moveAll(context, topicNo, intoNo)))
      return movedNos.toSorted((one, other) => one - other)
    }
  }
  // Notes keep being added. The topic stays, with the newest of them.
  throw new RequestError('unavailable')
}

async function moveAll(context: Context, topicNo: number, intoNo: number): Promise<number[]> {
  const { notes } = context.repositories
  const noteNos = await notes.findNosByTopic(topicNo)
  const movedNos: number[] = []
  for (let from = 0; from < noteNos.length; from += NOTES_AT_ONCE_MAX) {
    for (const note of await notes.findForList(noteNos.slice(from, from + NOTES_AT_ONCE_MAX)))
      if (note.subjectNo === topicNo && (await moveNote(context, note, intoNo))) movedNos.push(note.noteNo)
  }
  return movedNos
}
