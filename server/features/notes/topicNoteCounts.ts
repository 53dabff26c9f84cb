import type { Connection, mongo } from 'mongoose'
import type { SeriesPlace } from '#server/features/series/series.record.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import { createBatcher } from '#server/platform/batching.ts'
import { duplicateIndexOf } from '#server/platform/mongo/queries.ts'

/** Fields that counting needs. */
interface CountedNote {
  noteNo: number
  subjectNo: number
  version: number
  createdAt: Date
  series?: SeriesPlace
}

/** `since`: start of the operation. */
interface IncomingNote<Note> {
  note: Note
  since: Date
}

type Outcome = 'made' | 'keyTaken' | 'topicGone'

/**
 * Maintains the note count of each topic, so that lists need not count. A note that is being created, moved or
 * deleted is in the `unsettled` list of its topic and included in the count: one bulk write adds the mark, saves the
 * note and removes the mark. After a crash the mark stays, and `settle` checks whether the note exists. Bulk writes
 * bypass the schemas, so a field missing from them would be stored.
 */
export function createTopicNoteCounts<Note extends CountedNote>(connection: Connection) {
  const topics = connection.collection<TopicRecord>('topics')
  const notes = connection.collection<CountedNote>('notes')
  const inTopics = { name: 'updateOne', namespace: `${connection.name}.topics` } as const
  const inNotes = `${connection.name}.notes`
  const bulkWrite: ReturnType<Connection['getClient']>['bulkWrite'] = (operations, options) =>
    connection.getClient().bulkWrite(operations, options)

  /** Update of a topic before notes are added. */
  const startAdding = (subjectNo: number, unsettled: TopicRecord['unsettled'] & object) => ({
    ...inTopics,
    filter: { subjectNo },
    update: { $inc: { noteCount: unsettled.length }, $push: { unsettled: { $each: unsettled } } },
  })
  /** Update of a topic before a note is removed. */
  const startRemoving = (subjectNo: number, noteNo: number, since: Date) => ({
    ...inTopics,
    filter: { subjectNo, 'unsettled.noteNo': { $ne: noteNo } },
    update: { $push: { unsettled: { noteNo, since } } },
  })
  const settledAll = (subjectNo: number, noteNos: readonly number[], absent: number) => ({
    ...inTopics,
    filter: { subjectNo },
    update: {
      $pull: { unsettled: { noteNo: { $in: noteNos } } } as mongo.Document,
      $inc: { noteCount: -absent },
    },
  })
  const settleUpdate = (subjectNo: number, noteNo: number, isThere: boolean) =>
    settledAll(subjectNo, [noteNo], isThere ? 0 : 1)

  async function leave(subjectNo: number, noteNo: number, isThere: boolean): Promise<void> {
    const { filter, update } = settleUpdate(subjectNo, noteNo, isThere)
    await topics.updateOne({ ...filter, 'unsettled.noteNo': noteNo }, update)
  }

  async function recountRestored(before: Date): Promise<void> {
    const brought = topics.find(
      { broughtAt: { $lt: before } },
      { projection: { subjectNo: 1, noteCount: 1, broughtAt: 1 } },
    )
    for await (const { subjectNo, noteCount, broughtAt } of brought) {
      const unchangedTopic = { subjectNo, broughtAt, noteCount, 'unsettled.0': { $exists: false } }
      // Notes that are being added or removed are left to the next run.
      const counted = { noteCount: await notes.countDocuments({ subjectNo }) }
      await topics.updateOne(unchangedTopic, { $set: counted, $unset: { broughtAt: 1 } })
    }
  }

  async function insertAll(subjectNo: number, arriving: readonly IncomingNote<Note>[]): Promise<Outcome[]> {
    const noteNos = arriving.map(({ note }) => note.noteNo)
    const unsettled = arriving.map(({ note: { noteNo }, since }) => ({ noteNo, since }))
    const inserts = arriving.map(({ note }) => ({
      name: 'insertOne' as const,
      namespace: inNotes,
      document: { ...note },
    }))
    /** Indexes into `arriving`. */
    const takenIndexes = new Set<number>()
    let before = [startAdding(subjectNo, unsettled)]
    for (let from = 0; ; ) {
      const all = [...before, ...inserts.slice(from), settledAll(subjectNo, noteNos, takenIndexes.size)]
      try {
        const { updateResults } = await bulkWrite(all, { ordered: true, verboseResults: true })
        const outcome = updateResults?.get(all.length - 1)?.matchedCount === 1 ? 'made' : 'topicGone'
        return noteNos.map((_, index) => (takenIndexes.has(index) ? 'keyTaken' : outcome))
      } catch (error) {
        const at = duplicateIndexOf(error)
        if (at === null) throw error
        from += at - before.length
        takenIndexes.add(from)
        from += 1
        before = []
      }
    }
  }

  return {
    /**
     * 'keyTaken', without a change, if the number or the author's request key exists. 'topicGone': the note is
     * inserted, but the topic is deleted. Concurrent inserts into one topic are batched.
     */
    insert: createBatcher(insertAll, (outcomes, index): Outcome => outcomes[index] ?? 'topicGone'),

    /** False if the note has been saved, moved, continued or deleted since it was read. */
    async delete({ noteNo, subjectNo, version, series }: CountedNote, now: Date): Promise<boolean> {
      const state = { noteNo, subjectNo, version, 'series.headNo': series?.headNo ?? { $exists: false } }
      const { deletedCount } = await bulkWrite([
        startRemoving(subjectNo, noteNo, now),
        { name: 'deleteOne', namespace: inNotes, filter: state },
      ])
      const { filter, update } = settleUpdate(subjectNo, noteNo, deletedCount === 0)
      await topics.updateOne(filter, update)
      return deletedCount === 1
    },

    /**
     * 'gone' if the note is not where it was read. 'topicGone': the target topic is deleted, and the note is in it.
     */
    async move(
      { noteNo, subjectNo }: CountedNote,
      toSubjectNo: number,
      now: Date,
    ): Promise<'moved' | 'gone' | 'topicGone'> {
      const verbose = { ordered: true, verboseResults: true } as const
      const { updateResults: moving } = await bulkWrite(
        [
          startRemoving(subjectNo, noteNo, now),
          startAdding(toSubjectNo, [{ noteNo, since: now }]),
          {
            name: 'updateOne',
            namespace: inNotes,
            filter: { noteNo, subjectNo },
            // Moving unpins the note.
            update: { $set: { subjectNo: toSubjectNo }, $unset: { pinned: 1 } },
          },
        ],
        verbose,
      )
      const isMoved = moving?.get(2)?.matchedCount === 1
      const { updateResults } = await bulkWrite(
        [settleUpdate(toSubjectNo, noteNo, isMoved), settleUpdate(subjectNo, noteNo, !isMoved)],
        verbose,
      )
      if (!isMoved) return 'gone'
      return updateResults?.get(0)?.matchedCount === 1 ? 'moved' : 'topicGone'
    },

    /**
     * Completes operations that a crash left unsettled before `before`, and recounts topics restored before that
     * time: operations in progress at their deletion have ended by then, but may have changed the count of the
     * restored topic.
     */
    async settle(before: Date): Promise<void> {
      const unsettled = topics.find(
        { 'unsettled.since': { $lt: before } },
        { projection: { subjectNo: 1, unsettled: 1 } },
      )
      for await (const { subjectNo, unsettled: unfinished = [] } of unsettled)
        for (const { noteNo, since } of unfinished)
          if (since < before)
            await leave(subjectNo, noteNo, (await notes.findOne({ noteNo, subjectNo })) !== null)
      await recountRestored(before)
    },
  }
}
