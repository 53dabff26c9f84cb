import type { Connection } from 'mongoose'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A comment on a note in one of the hubs where it is shared. It outlives the share: sharing again brings it back. */
export interface CommentRecord {
  commentNo: number
  hubNo: number
  noteNo: number
  writerNo: number
  text: string
  postedAt: Date
  editedAt?: Date
  /** The client's key of the sending. */
  requestKey: string
}

/** One writer's part in a thread. */
export interface ThreadWriter {
  writerNo: number
  count: number
  newestNo: number
  /** When the newest was posted. */
  postedAt: Date
}

/** What a thread is to everybody: who wrote in it, in no order. */
export type ThreadWriters = readonly ThreadWriter[]

const schema = defineSchema<CommentRecord>('comments', {
  commentNo: Number,
  hubNo: Number,
  noteNo: Number,
  writerNo: Number,
  text: String,
  postedAt: Date,
  editedAt: Date,
  requestKey: String,
})
schema.index({ commentNo: 1 }, { unique: true })
// Summaries of threads are answered by this index alone.
schema.index({ hubNo: 1, noteNo: 1, commentNo: -1, writerNo: 1, postedAt: 1 })
schema.index({ noteNo: 1 })
schema.index({ writerNo: 1, commentNo: 1 })
schema.index({ writerNo: 1, hubNo: 1, noteNo: 1, requestKey: 1 }, { unique: true })

export function createCommentStore(connection: Connection) {
  const comments = connection.model('Comment', schema)
  return {
    /** The comment as it stands: when the same sending has already made one, that one. */
    async insert(comment: CommentRecord): Promise<CommentRecord | null> {
      try {
        await comments.create(comment)
        return comment
      } catch (error) {
        if (!duplicateFields(error)?.includes('requestKey')) throw error
        const { writerNo, hubNo, noteNo, requestKey } = comment
        return comments.findOne({ writerNo, hubNo, noteNo, requestKey }, { _id: 0 }).lean<CommentRecord>()
      }
    },
    async byNo(commentNo: number): Promise<CommentRecord | null> {
      return comments.findOne({ commentNo }, { _id: 0 }).lean<CommentRecord>()
    },
    async countIn(hubNo: number, noteNo: number): Promise<number> {
      return comments.countDocuments({ hubNo, noteNo })
    },
    /** The share by which a note stands in a hub, and the newest comments on it there, the newest first. Null when it is not shared. */
    async threadOf(
      hubNo: number,
      noteNo: number,
      { before, limit }: { before: number | undefined; limit: number },
    ): Promise<{ share: ShareRecord; newest: CommentRecord[] } | null> {
      const inTime = before === undefined ? {} : { commentNo: { $lt: before } }
      const newest = [
        { $match: { hubNo, noteNo, ...inTime } },
        { $sort: { commentNo: -1 } },
        { $limit: limit },
        { $unset: '_id' },
      ]
      const [found] = await connection
        .collection('shares')
        .aggregate<ShareRecord & { newest: CommentRecord[] }>([
          { $match: { hubNo, noteNo, live: true } },
          { $unset: '_id' },
          { $lookup: { from: 'comments', as: 'newest', pipeline: newest } },
        ])
        .toArray()
      if (found === undefined) return null
      const { newest: comments, ...share } = found
      return { share, newest: comments }
    },
    /** Notes without a comment are absent. */
    async writersOf(hubNo: number, noteNos: readonly number[]): Promise<Map<number, ThreadWriter[]>> {
      if (noteNos.length === 0) return new Map()
      const found = await comments.aggregate<ThreadWriter & { noteNo: number }>([
        { $match: { hubNo, noteNo: { $in: [...noteNos] } } },
        {
          $group: {
            _id: { noteNo: '$noteNo', writerNo: '$writerNo' },
            count: { $sum: 1 },
            newestNo: { $max: '$commentNo' },
            postedAt: { $max: '$postedAt' },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { $unsetField: { field: '_id', input: '$$ROOT' } }] } },
      ])
      const threads = new Map<number, ThreadWriter[]>()
      for (const { noteNo, ...writer } of found) {
        const thread = threads.get(noteNo)
        if (thread) thread.push(writer)
        else threads.set(noteNo, [writer])
      }
      return threads
    },
    /** Null when it is gone. */
    async update(commentNo: number, change: { text: string; editedAt: Date }): Promise<CommentRecord | null> {
      return comments
        .findOneAndUpdate(
          { commentNo },
          { $set: change },
          { returnDocument: 'after', projection: { _id: 0 } },
        )
        .lean<CommentRecord>()
    },
    /** Null when it was gone already. */
    async delete(commentNo: number): Promise<'deleted' | null> {
      return (await comments.deleteOne({ commentNo })).deletedCount === 1 ? 'deleted' : null
    },
    /** The oldest first. */
    async ofWriter(writerNo: number): Promise<CommentRecord[]> {
      return comments.find({ writerNo }, { _id: 0 }).sort({ commentNo: 1 }).lean<CommentRecord[]>()
    },
    async deleteOfHub(hubNo: number): Promise<void> {
      await comments.deleteMany({ hubNo })
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await comments.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}

export type CommentStore = ReturnType<typeof createCommentStore>
