import type { Connection, mongo } from 'mongoose'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import { endedAtDuplicate } from '#server/platform/mongo/errors.ts'

/** As much of a note as counting needs. */
interface CountedNote {
  noteNo: number
  subjectNo: number
  version: number
  createdAt: Date
}

/**
 * Keeps how many notes a topic has where notes come and go, so that no list counts them. A note that is being made, moved or
 * deleted stands in its topic's `unsettled`, counted: in one trip it comes in, is saved, and goes out again. Should the
 * database die in between it stays there, and `settle` looks whether the note is there. A bulk write goes past the schemas: a
 * field that these lack would be stored.
 */
export function countNotes<Note extends CountedNote>(connection: Connection) {
  const topics = connection.collection<TopicRecord>('topics')
  const notes = connection.collection<CountedNote>('notes')
  const inTopics = { name: 'updateOne', namespace: `${connection.name}.topics` } as const
  const inNotes = `${connection.name}.notes`
  const bulkWrite: ReturnType<Connection['getClient']>['bulkWrite'] = (operations, options) =>
    connection.getClient().bulkWrite(operations, options)

  /** Of a note that is about to come into a topic. */
  const coming = (subjectNo: number, noteNo: number, since: Date) => ({
    ...inTopics,
    filter: { subjectNo },
    update: { $inc: { noteCount: 1 }, $push: { unsettled: { noteNo, since } } },
  })
  /** Of a note that is about to leave a topic. */
  const going = (subjectNo: number, noteNo: number, since: Date) => ({
    ...inTopics,
    filter: { subjectNo, 'unsettled.noteNo': { $ne: noteNo } },
    update: { $push: { unsettled: { noteNo, since } } },
  })
  const settled = (subjectNo: number, noteNo: number, isThere: boolean) => ({
    ...inTopics,
    filter: { subjectNo },
    update: { $pull: { unsettled: { noteNo } } as mongo.Document, $inc: { noteCount: isThere ? 0 : -1 } },
  })

  async function leave(subjectNo: number, noteNo: number, isThere: boolean): Promise<void> {
    const { filter, update } = settled(subjectNo, noteNo, isThere)
    await topics.updateOne({ ...filter, 'unsettled.noteNo': noteNo }, update)
  }

  return {
    /**
     * 'keyTaken', and nothing changed, when there is a note with its number or its author's request key. 'topicGone': the
     * note is there.
     */
    async insert(note: Note, now = note.createdAt): Promise<'made' | 'keyTaken' | 'topicGone'> {
      const { noteNo, subjectNo } = note
      try {
        const { updateResults } = await bulkWrite(
          [
            coming(subjectNo, noteNo, now),
            { name: 'insertOne', namespace: inNotes, document: { ...note } },
            settled(subjectNo, noteNo, true),
          ],
          { ordered: true, verboseResults: true },
        )
        return updateResults?.get(2)?.matchedCount === 1 ? 'made' : 'topicGone'
      } catch (error) {
        if (!endedAtDuplicate(error)) throw error
        const { filter, update } = settled(subjectNo, noteNo, false)
        await topics.updateOne(filter, update)
        return 'keyTaken'
      }
    },

    /** Only as it was read: false when it has been saved, moved or deleted since. */
    async delete({ noteNo, subjectNo, version }: CountedNote, now: Date): Promise<boolean> {
      const { deletedCount } = await bulkWrite([
        going(subjectNo, noteNo, now),
        { name: 'deleteOne', namespace: inNotes, filter: { noteNo, subjectNo, version } },
      ])
      const { filter, update } = settled(subjectNo, noteNo, deletedCount === 0)
      await topics.updateOne(filter, update)
      return deletedCount === 1
    },

    /** 'gone' when the note is not where it was read. 'topicGone': the note is under a topic that is not there any more. */
    async move(
      { noteNo, subjectNo }: CountedNote,
      toSubjectNo: number,
      now: Date,
    ): Promise<'moved' | 'gone' | 'topicGone'> {
      const verbose = { ordered: true, verboseResults: true } as const
      const { updateResults: moving } = await bulkWrite(
        [
          going(subjectNo, noteNo, now),
          coming(toSubjectNo, noteNo, now),
          {
            name: 'updateOne',
            namespace: inNotes,
            filter: { noteNo, subjectNo },
            // Where it comes to, it is one of many.
            update: { $set: { subjectNo: toSubjectNo }, $unset: { pinned: 1 } },
          },
        ],
        verbose,
      )
      const isMoved = moving?.get(2)?.matchedCount === 1
      const { updateResults } = await bulkWrite(
        [settled(toSubjectNo, noteNo, isMoved), settled(subjectNo, noteNo, !isMoved)],
        verbose,
      )
      if (!isMoved) return 'gone'
      return updateResults?.get(0)?.matchedCount === 1 ? 'moved' : 'topicGone'
    },

    /** Counts again what a crash left unsettled before `before`. */
    async settle(before: Date): Promise<void> {
      const unsettled = topics.find(
        { 'unsettled.since': { $lt: before } },
        { projection: { subjectNo: 1, unsettled: 1 } },
      )
      for await (const { subjectNo, unsettled: left = [] } of unsettled)
        for (const { noteNo, since } of left)
          if (since < before)
            await leave(subjectNo, noteNo, (await notes.findOne({ noteNo, subjectNo })) !== null)
    },
  }
}
