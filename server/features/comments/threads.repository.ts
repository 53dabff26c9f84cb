import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { StoredPassage } from '#server/features/passages/passages.record.ts'
import type { Write } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** Number of comments on a note in a hub; absent if there never was one. */
interface ThreadRecord {
  hubNo: number
  noteNo: number
  count: number
  /** Comments that are being posted or deleted. A mark that stays behind means that the count may be wrong. */
  marks: { mark: string; since: Date }[]
  /** Incremented with every change of the other two fields. */
  changes: number
}

export type ThreadPlace = Pick<ThreadRecord, 'hubNo' | 'noteNo'>

export const THREADS = 'threads'

const threadSchema = defineSchema<ThreadRecord>(THREADS, {
  hubNo: Number,
  noteNo: Number,
  count: Number,
  marks: [{ mark: String, since: Date }],
  changes: Number,
})
threadSchema.index({ noteNo: 1, hubNo: 1 }, { unique: true })
threadSchema.index({ hubNo: 1 })
threadSchema.index({ 'marks.since': 1 }, { partialFilterExpression: { 'marks.since': { $exists: true } } })

/**
 * Stores the comment count of each thread, so that reads need not count. A mark protects each change: if the server
 * or the database crashes in between, the mark stays and `recount` repairs the thread. Writes bypass the schema, so a
 * field missing from it would be stored.
 */
export function createThreadRepository(connection: Connection) {
  const threads = connection.model('Thread', threadSchema)
  const keyOf = ({ hubNo, noteNo }: ThreadPlace) => ({ hubNo, noteNo })

  return {
    /** Writes to run before and after inserting a comment. Pass `mark` to `settle` if that fails. */
    startInsert(thread: ThreadPlace, since: Date): { mark: string; before: Write; after: Write } {
      const mark = randomUUID()
      const filter = keyOf(thread)
      const counted = { $inc: { count: 1, changes: 1 }, $push: { marks: { mark, since } } }
      return {
        mark,
        before: { collection: THREADS, filter, update: counted, upsert: true },
        after: { collection: THREADS, filter, update: { $pull: { marks: { mark } }, $inc: { changes: 1 } } },
      }
    },
    /** Write to run before deleting a comment; `settle` completes it. */
    startDelete(thread: ThreadPlace, since: Date): { mark: string; before: Write } {
      const mark = randomUUID()
      const update = { $push: { marks: { mark, since } }, $inc: { changes: 1 } }
      return { mark, before: { collection: THREADS, filter: keyOf(thread), update } }
    },
    /** Completes a marked change. Deletes the record of a thread without comments. Idempotent. */
    async settle(thread: ThreadPlace, mark: string, change: 0 | -1): Promise<void> {
      const updated = await threads
        .findOneAndUpdate(
          { ...keyOf(thread), 'marks.mark': mark },
          { $inc: { count: change, changes: 1 }, $pull: { marks: { mark } } },
          { returnDocument: 'after', projection: { _id: 0, count: 1 } },
        )
        .lean()
      if (updated?.count === 0) await threads.deleteOne({ ...keyOf(thread), count: 0, marks: { $size: 0 } })
    },
    async getCount(thread: ThreadPlace): Promise<number> {
      return (await threads.findOne(keyOf(thread), { _id: 0, count: 1 }).lean())?.count ?? 0
    },
    /** Threads with a mark older than `before` and no newer mark: no change is in progress there. */
    async findInterrupted(before: Date): Promise<ThreadRecord[]> {
      const found = await threads.find({ 'marks.since': { $lt: before } }, { _id: 0 }).lean<ThreadRecord[]>()
      return found.filter(({ marks }) => marks.every(({ since }) => since < before))
    },
    /** Recounts a thread. False if a comment was added or deleted meanwhile, so that the caller has to repeat it. */
    async recount({ hubNo, noteNo, changes }: ThreadRecord): Promise<boolean> {
      const count = await connection.collection('comments').countDocuments({ hubNo, noteNo })
      const { matchedCount } = await threads.updateOne(
        { hubNo, noteNo, changes },
        { $set: { count, marks: [] }, $inc: { changes: 1 } },
      )
      return matchedCount === 1
    },
    async deleteByHub(hubNo: number): Promise<void> {
      await threads.deleteMany({ hubNo })
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await threads.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}

export type ThreadRepository = ReturnType<typeof createThreadRepository>

/** A writer in a thread. */
export interface ThreadWriter {
  writerNo: number
  newestNo: number
  /** Time of the writer's newest comment. */
  postedAt: Date
}

/** All writers of a thread, unordered. */
export type ThreadWriters = readonly ThreadWriter[]

/** Summary of a thread, as cards show it. */
export interface ThreadSummary {
  count: number
  /** Absent if there is no comment. */
  newest?: NewestComment
}
export interface NewestComment {
  noteNo: number
  commentNo: number
  writerNo: number
  text: string
  /** Absent if it is about the whole note. */
  passage?: StoredPassage
  /** Number of comments on the passage (`withPassageCounts`). */
  passageCount?: number
}

export const NO_COMMENTS: ThreadSummary = { count: 0 }

/** Looks up the newest comments by the numbers in `localField`. */
export function newestComments(localField: string, as: string) {
  const pipeline = [{ $project: { _id: 0, commentNo: 1, noteNo: 1, writerNo: 1, text: 1, passage: 1 } }]
  return { $lookup: { from: 'comments', as, localField, foreignField: 'commentNo', pipeline } }
}

/**
 * Pipeline stages that produce one ThreadSummary, or none. They read one comment, whatever the length of the thread.
 */
export function summaryOfThread({ hubNo, noteNo }: ThreadPlace) {
  return [
    { $match: { hubNo, noteNo } },
    { $sort: { commentNo: -1 as const } },
    { $limit: 1 },
    { $lookup: { from: THREADS, as: 'thread', pipeline: [{ $match: { noteNo, hubNo } }] } },
    {
      $project: {
        _id: 0,
        count: { $max: [{ $first: '$thread.count' }, 1] },
        newest: {
          ...{ commentNo: '$commentNo', noteNo: '$noteNo', writerNo: '$writerNo' },
          ...{ text: '$text', passage: '$passage' },
        },
      },
    },
  ]
}

/**
 * Pipeline stages that produce the writers of a thread. A loose index scan makes them as fast for ten thousand
 * comments as for one per writer.
 */
export const WRITERS = [
  { $sort: { writerNo: 1, commentNo: -1 } },
  { $group: { _id: '$writerNo', newestNo: { $first: '$commentNo' }, postedAt: { $first: '$postedAt' } } },
  { $project: { _id: 0, writerNo: '$_id', newestNo: 1, postedAt: 1 } },
] as const

/** How far a user has read a thread. */
export interface CommentReadRecord {
  userNo: number
  hubNo: number
  noteNo: number
  /** Comments up to this number are read. */
  readCommentNo: number
}

const commentReadSchema = defineSchema<CommentReadRecord>('commentReads', {
  userNo: Number,
  hubNo: Number,
  noteNo: Number,
  readCommentNo: Number,
})
commentReadSchema.index({ userNo: 1, hubNo: 1, noteNo: 1 }, { unique: true })
commentReadSchema.index({ hubNo: 1 })
commentReadSchema.index({ noteNo: 1 })

export function createCommentReadRepository(connection: Connection) {
  const reads = connection.model('CommentRead', commentReadSchema)
  return {
    /** Never moves backwards. */
    async markRead({ userNo, hubNo, noteNo, readCommentNo }: CommentReadRecord): Promise<void> {
      await reads.updateOne({ userNo, hubNo, noteNo }, { $max: { readCommentNo } }, { upsert: true })
    },
    /** All threads that the user has read. */
    async findAllByUser(userNo: number): Promise<Omit<CommentReadRecord, 'userNo'>[]> {
      return reads.find({ userNo }, { _id: 0, userNo: 0 }).sort({ hubNo: 1, noteNo: 1 }).lean()
    },
    /** By note; threads never read are absent. */
    async findByNotes(
      userNo: number,
      hubNo: number,
      noteNos: readonly number[],
    ): Promise<Map<number, number>> {
      const found = await reads
        .find({ userNo, hubNo, noteNo: { $in: [...noteNos] } }, { _id: 0, noteNo: 1, readCommentNo: 1 })
        .lean()
      return new Map(found.map(({ noteNo, readCommentNo }) => [noteNo, readCommentNo]))
    },
    async deleteByUser(userNo: number): Promise<void> {
      await reads.deleteMany({ userNo })
    },
    async deleteByHub(hubNo: number): Promise<void> {
      await reads.deleteMany({ hubNo })
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await reads.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}
