import type { Connection, mongo } from 'mongoose'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import { duplicateAt } from '#server/platform/mongo/errors.ts'
import { createTogether } from '#server/platform/together.ts'

/** As much of a note as counting needs. */
interface CountedNote {
  noteNo: number
  subjectNo: number
  version: number
  createdAt: Date
}

/** `since`: the time from which it is unsettled. */
interface Arriving<Note> {
  note: Note
  since: Date
}

type Outcome = 'made' | 'keyTaken' | 'topicGone'

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

  /** Of notes that are about to come into a topic. */
  const coming = (subjectNo: number, unsettled: TopicRecord['unsettled'] & object) => ({
    ...inTopics,
    filter: { subjectNo },
    update: { $inc: { noteCount: unsettled.length }, $push: { unsettled: { $each: unsettled } } },
  })
  /** Of a note that is about to leave a topic. */
  const going = (subjectNo: number, noteNo: number, since: Date) => ({
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
  const settled = (subjectNo: number, noteNo: number, isThere: boolean) =>
    settledAll(subjectNo, [noteNo], isThere ? 0 : 1)

  async function leave(subjectNo: number, noteNo: number, isThere: boolean): Promise<void> {
    const { filter, update } = settled(subjectNo, noteNo, isThere)
    await topics.updateOne({ ...filter, 'unsettled.noteNo': noteNo }, update)
  }

  async function countBroughtBack(before: Date): Promise<void> {
    const brought = topics.find(
      { broughtAt: { $lt: before } },
      { projection: { subjectNo: 1, noteCount: 1, broughtAt: 1 } },
    )
    for await (const { subjectNo, noteCount, broughtAt } of brought) {
      const asLookedAt = { subjectNo, broughtAt, noteCount, 'unsettled.0': { $exists: false } }
      // What comes or goes just now leaves it for the next time.
      const counted = { noteCount: await notes.countDocuments({ subjectNo }) }
      await topics.updateOne(asLookedAt, { $set: counted, $unset: { broughtAt: 1 } })
    }
  }

  async function insertAll(subjectNo: number, arriving: readonly Arriving<Note>[]): Promise<Outcome[]> {
    const noteNos = arriving.map(({ note }) => note.noteNo)
    const unsettled = arriving.map(({ note: { noteNo }, since }) => ({ noteNo, since }))
    const inserts = arriving.map(({ note }) => ({
      name: 'insertOne' as const,
      namespace: inNotes,
      document: { ...note },
    }))
    /** By their places in `arriving`. */
    const taken = new Set<number>()
    let before = [coming(subjectNo, unsettled)]
    for (let from = 0; ; ) {
      const all = [...before, ...inserts.slice(from), settledAll(subjectNo, noteNos, taken.size)]
      try {
        const { updateResults } = await bulkWrite(all, { ordered: true, verboseResults: true })
        const there = updateResults?.get(all.length - 1)?.matchedCount === 1 ? 'made' : 'topicGone'
        return noteNos.map((_, place) => (taken.has(place) ? 'keyTaken' : there))
      } catch (error) {
        const at = duplicateAt(error)
        if (at === null) throw error
        from += at - before.length
        taken.add(from)
        from += 1
        before = []
      }
    }
  }

  return {
    /**
     * 'keyTaken', and nothing changed, when there is a note with its number or its author's request key. 'topicGone': the
     * note is there. Those that come into a topic while it is being written to are written together next.
     */
    insert: createTogether(insertAll, (outcomes, place): Outcome => outcomes[place] ?? 'topicGone'),

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
          coming(toSubjectNo, [{ noteNo, since: now }]),
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

    /**
     * Counts again what a crash left unsettled before `before`, and all notes of a topic that was brought back before: what was under
     * way when it went has ended by then, and may have counted in the one that came back.
     */
    async settle(before: Date): Promise<void> {
      const unsettled = topics.find(
        { 'unsettled.since': { $lt: before } },
        { projection: { subjectNo: 1, unsettled: 1 } },
      )
      for await (const { subjectNo, unsettled: left = [] } of unsettled)
        for (const { noteNo, since } of left)
          if (since < before)
            await leave(subjectNo, noteNo, (await notes.findOne({ noteNo, subjectNo })) !== null)
      await countBroughtBack(before)
    },
  }
}
