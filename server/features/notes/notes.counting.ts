import type { Connection } from 'mongoose'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import { endedAtDuplicate } from '#server/platform/mongo/errors.ts'

/** As much of a note as counting needs. */
interface CountedNote {
  noteNo: number
  subjectNo: number
  createdAt: Date
}

/**
 * Keeps how many notes a topic has where notes come and go, so that no list counts them. A note that is being made or
 * deleted stands in its topic's `unsettled`, counted: in one trip it comes in, is saved, and goes out again. Should the
 * database die in between it stays there, and `settle` looks whether the note is there.
 */
export function countNotes<Note extends CountedNote>(connection: Connection) {
  const topics = connection.collection<TopicRecord>('topics')
  const notes = connection.collection<CountedNote>('notes')
  const inTopics = { name: 'updateOne', namespace: `${connection.name}.topics` } as const
  const inNotes = `${connection.name}.notes`
  const bulkWrite: ReturnType<Connection['getClient']>['bulkWrite'] = (operations, options) =>
    connection.getClient().bulkWrite(operations, options)

  async function leave(subjectNo: number, noteNo: number, isThere: boolean): Promise<void> {
    await topics.updateOne(
      { subjectNo, 'unsettled.noteNo': noteNo },
      { $pull: { unsettled: { noteNo } }, $inc: { noteCount: isThere ? 0 : -1 } },
    )
  }

  return {
    /** 'keyTaken', and nothing changed, when the author has saved a note with the same request key. 'topicGone': the note is there. */
    async insert(note: Note): Promise<'made' | 'keyTaken' | 'topicGone'> {
      const { noteNo, subjectNo, createdAt } = note
      try {
        const { updateResults } = await bulkWrite(
          [
            {
              ...inTopics,
              filter: { subjectNo },
              update: { $inc: { noteCount: 1 }, $push: { unsettled: { noteNo, since: createdAt } } },
            },
            { name: 'insertOne', namespace: inNotes, document: { ...note } },
            { ...inTopics, filter: { subjectNo }, update: { $pull: { unsettled: { noteNo } } } },
          ],
          { ordered: true, verboseResults: true },
        )
        return updateResults?.get(2)?.matchedCount === 1 ? 'made' : 'topicGone'
      } catch (error) {
        if (!endedAtDuplicate(error)) throw error
        await leave(subjectNo, noteNo, false)
        return 'keyTaken'
      }
    },

    /** Safe to repeat. */
    async delete(noteNo: number, now: Date): Promise<void> {
      const note = await notes.findOne({ noteNo }, { projection: { subjectNo: 1 } })
      if (note === null) return
      const { subjectNo } = note
      const { deletedCount } = await bulkWrite([
        {
          ...inTopics,
          filter: { subjectNo, 'unsettled.noteNo': { $ne: noteNo } },
          update: { $push: { unsettled: { noteNo, since: now } } },
        },
        { name: 'deleteOne', namespace: inNotes, filter: { noteNo } },
      ])
      // Of two who delete it at once, one has.
      await topics.updateOne(
        { subjectNo },
        { $pull: { unsettled: { noteNo } }, $inc: { noteCount: -deletedCount } },
      )
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
