import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Write } from '#server/platform/mongo/bulkWriteAll.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** How many comments a note has in a hub; absent where none ever was. */
export interface ThreadRecord {
  hubNo: number
  noteNo: number
  count: number
  /** Of comments that are being posted or deleted. One that stays behind tells that the count may be wrong. */
  marks: { mark: string; since: Date }[]
  /** One more whenever one of these two changes. */
  changes: number
}

export type ThreadPlace = Pick<ThreadRecord, 'hubNo' | 'noteNo'>

export const THREADS = 'threads'

const schema = defineSchema<ThreadRecord>(THREADS, {
  hubNo: Number,
  noteNo: Number,
  count: Number,
  marks: [{ mark: String, since: Date }],
  changes: Number,
})
schema.index({ noteNo: 1, hubNo: 1 }, { unique: true })
schema.index({ hubNo: 1 })
schema.index({ 'marks.since': 1 }, { partialFilterExpression: { 'marks.since': { $exists: true } } })

/**
 * Keeps how many comments a thread has where they come and go, so that nobody counts them. Meanwhile a mark stands in the thread;
 * should the server or the database die in between it stays there, and the thread is counted again (`recount`). A write goes past
 * the schema: a field that it lacks would be stored.
 */
export function createThreadStore(connection: Connection) {
  const threads = connection.model('Thread', schema)
  const place = ({ hubNo, noteNo }: ThreadPlace) => ({ hubNo, noteNo })

  return {
    /** What stands around the write of a comment that comes; `mark` is for `settle`, should that fail. */
    coming(thread: ThreadPlace, since: Date): { mark: string; before: Write; after: Write } {
      const mark = randomUUID()
      const filter = place(thread)
      const counted = { $inc: { count: 1, changes: 1 }, $push: { marks: { mark, since } } }
      return {
        mark,
        before: { collection: THREADS, filter, update: counted, upsert: true },
        after: { collection: THREADS, filter, update: { $pull: { marks: { mark } }, $inc: { changes: 1 } } },
      }
    },
    /** What stands before the write of a comment that goes; `settle` ends it. */
    going(thread: ThreadPlace, since: Date): { mark: string; before: Write } {
      const mark = randomUUID()
      const update = { $push: { marks: { mark, since } }, $inc: { changes: 1 } }
      return { mark, before: { collection: THREADS, filter: place(thread), update } }
    },
    /** What was marked is done. A thread without comments is kept no longer. Safe to repeat. */
    async settle(thread: ThreadPlace, mark: string, change: 0 | -1): Promise<void> {
      const settled = await threads
        .findOneAndUpdate(
          { ...place(thread), 'marks.mark': mark },
          { $inc: { count: change, changes: 1 }, $pull: { marks: { mark } } },
          { returnDocument: 'after', projection: { _id: 0, count: 1 } },
        )
        .lean()
      if (settled?.count === 0) await threads.deleteOne({ ...place(thread), count: 0, marks: { $size: 0 } })
    },
    async countOf(thread: ThreadPlace): Promise<number> {
      return (await threads.findOne(place(thread), { _id: 0, count: 1 }).lean())?.count ?? 0
    },
    /** Threads in which a mark from before a time is left, and none since: nothing is under way there. */
    async leftBefore(before: Date): Promise<ThreadRecord[]> {
      const found = await threads.find({ 'marks.since': { $lt: before } }, { _id: 0 }).lean<ThreadRecord[]>()
      return found.filter(({ marks }) => marks.every(({ since }) => since < before))
    },
    /** Counts a thread anew. False when a comment came or went meanwhile, so that it has to be done once more. */
    async recount({ hubNo, noteNo, changes }: ThreadRecord): Promise<boolean> {
      const count = await connection.collection('comments').countDocuments({ hubNo, noteNo })
      const { matchedCount } = await threads.updateOne(
        { hubNo, noteNo, changes },
        { $set: { count, marks: [] }, $inc: { changes: 1 } },
      )
      return matchedCount === 1
    },
    async deleteOfHub(hubNo: number): Promise<void> {
      await threads.deleteMany({ hubNo })
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await threads.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}

export type ThreadStore = ReturnType<typeof createThreadStore>
