import type { Connection } from 'mongoose'
import { type EmpathyView, NOTE_ITSELF } from '#protocol/empathies.ts'
import { GROUPED_EMPATHIES } from '#server/features/empathies/empathies.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { endedAtDuplicate } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import { type Write, writeAtOnce } from '#server/platform/mongo/writeAtOnce.ts'
import type { CommentReadRecord } from './commentReads.store.ts'

/** A comment on a note in one of the hubs where it is shared. It outlives the share: sharing again brings it back. */
export interface CommentRecord {
  commentNo: number
  hubNo: number
  noteNo: number
  writerNo: number
  text: string
  postedAt: Date
  editedAt?: Date
  /** The comment of the same thread that it answers; it may be gone by now. */
  replyTo?: number
  /** Those of the room whom it mentions. Absent when it mentions nobody. */
  mentionedNos?: number[]
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

/** What a card tells of a thread. */
export interface ThreadSummary {
  count: number
  /** Absent without any. */
  newest?: NewestComment
}
/** The newest comment of a thread. */
export type NewestComment = Pick<CommentRecord, 'commentNo' | 'writerNo' | 'text'>

export const NO_COMMENTS: ThreadSummary = { count: 0 }

/** Finds the newest comments by their numbers, which stand at `localField`. */
export function newestComments(localField: string, as: string) {
  const pipeline = [{ $project: { _id: 0, commentNo: 1, writerNo: 1, text: 1 } }]
  return { $lookup: { from: 'comments', as, localField, foreignField: 'commentNo', pipeline } }
}

/** Makes of a thread's comments one ThreadSummary, or none; an index counts them. */
export const THREAD_SUMMARY = [
  { $group: { _id: null, count: { $sum: 1 }, newestNo: { $max: '$commentNo' } } },
  newestComments('newestNo', 'newest'),
  { $project: { _id: 0, count: 1, newest: { $first: '$newest' } } },
]

/** Of a whole thread; `unread` and the first of these, as they were asked for. */
export interface ThreadCounts {
  count: number
  unread: number
  firstUnreadNo: number | null
}

/** What is read of a thread at once. */
export interface ThreadFound {
  share: ShareRecord
  newest: CommentRecord[]
  readUpTo: number
  empathies: EmpathyView[]
}

interface FoundInThread extends ShareRecord {
  newest: CommentRecord[]
  reads: Pick<CommentReadRecord, 'readCommentNo'>[]
  withNote: EmpathyView[]
  withComments: EmpathyView[]
}

/** Of numbers, between the two that are found before. */
const WITHIN = { $and: [{ $gte: ['$commentNo', '$$oldest'] }, { $lte: ['$commentNo', '$$last'] }] }

const COMMENTS = 'comments'

const schema = defineSchema<CommentRecord>(COMMENTS, {
  commentNo: Number,
  hubNo: Number,
  noteNo: Number,
  writerNo: Number,
  text: String,
  postedAt: Date,
  editedAt: Date,
  replyTo: Number,
  mentionedNos: [Number],
  requestKey: String,
})
schema.index({ commentNo: 1 }, { unique: true })
// Summaries of threads are answered by this index alone.
schema.index({ hubNo: 1, noteNo: 1, commentNo: -1, writerNo: 1, postedAt: 1 })
// The newest in a hub, on whichever note.
schema.index({ hubNo: 1, commentNo: -1 })
schema.index({ noteNo: 1 })
schema.index({ mentionedNos: 1 }, { sparse: true })
schema.index({ writerNo: 1, commentNo: 1 })
schema.index({ writerNo: 1, hubNo: 1, noteNo: 1, requestKey: 1 }, { unique: true })

export function createCommentStore(connection: Connection) {
  const comments = connection.model('Comment', schema)
  return {
    /**
     * The comment as it stands: when the same sending has already made one, that one, and nothing is written.
     * @param news what tells of it, saved in the same moment.
     */
    async insert(comment: CommentRecord, news: readonly Write[] = []): Promise<CommentRecord | null> {
      try {
        await writeAtOnce(connection, [{ collection: COMMENTS, insert: comment }, ...news])
        return comment
      } catch (error) {
        if (!endedAtDuplicate(error)) throw error
        const { writerNo, hubNo, noteNo, requestKey } = comment
        return comments.findOne({ writerNo, hubNo, noteNo, requestKey }, { _id: 0 }).lean<CommentRecord>()
      }
    },
    async byNo(commentNo: number): Promise<CommentRecord | null> {
      return comments.findOne({ commentNo }, { _id: 0 }).lean<CommentRecord>()
    },
    /** By number; those that are gone are absent. */
    async byNos(commentNos: readonly number[]): Promise<Map<number, CommentRecord>> {
      if (commentNos.length === 0) return new Map()
      const found = await comments
        .find({ commentNo: { $in: [...commentNos] } }, { _id: 0 })
        .lean<CommentRecord[]>()
      return new Map(found.map(comment => [comment.commentNo, comment]))
    },
    async countIn(hubNo: number, noteNo: number): Promise<number> {
      return comments.countDocuments({ hubNo, noteNo })
    },
    /** How many comments a thread has, and which of those between two of its numbers are of others and came since `joinedAt`. */
    async countsOf(
      hubNo: number,
      noteNo: number,
      {
        readerNo,
        joinedAt,
        after,
        before,
      }: { readerNo: number; joinedAt: Date; after: number; before: number },
    ): Promise<ThreadCounts> {
      const isUnread = {
        $and: [
          { $gt: ['$commentNo', after] },
          { $lt: ['$commentNo', before] },
          { $ne: ['$writerNo', readerNo] },
          { $gt: ['$postedAt', joinedAt] },
        ],
      }
      const [found] = await comments.aggregate<ThreadCounts>([
        { $match: { hubNo, noteNo } },
        {
          $group: {
            _id: null,
            count: { $sum: 1 },
            unread: { $sum: { $cond: [isUnread, 1, 0] } },
            firstUnreadNo: { $min: { $cond: [isUnread, '$commentNo', null] } },
          },
        },
      ])
      return found ?? { count: 0, unread: 0, firstUnreadNo: null }
    },
    /**
     * The share by which a note stands in a hub, the newest comments on it there, the newest first, who empathizes with it and
     * with these, and up to which comment `readerNo` has told to have read, 0 when they never did. Null when it is not shared.
     */
    async threadOf(
      hubNo: number,
      noteNo: number,
      { before, limit, readerNo }: { before: number | undefined; limit: number; readerNo: number },
    ): Promise<ThreadFound | null> {
      const inTime = before === undefined ? {} : { commentNo: { $lt: before } }
      const newest = [
        { $match: { hubNo, noteNo, ...inTime } },
        { $sort: { commentNo: -1 } },
        { $limit: limit },
        { $unset: '_id' },
      ]
      const [found] = await connection
        .collection('shares')
        .aggregate<FoundInThread>([
          { $match: { hubNo, noteNo, live: true } },
          { $unset: '_id' },
          look('comments', 'newest', newest),
          look('commentReads', 'reads', [{ $match: { userNo: readerNo, hubNo, noteNo } }]),
          look('empathies', 'withNote', [
            { $match: { hubNo, noteNo, commentNo: NOTE_ITSELF } },
            ...GROUPED_EMPATHIES,
          ]),
          {
            $lookup: {
              from: 'empathies',
              as: 'withComments',
              let: { oldest: { $min: '$newest.commentNo' }, last: { $max: '$newest.commentNo' } },
              pipeline: [
                { $match: { hubNo, noteNo, commentNo: { $gt: NOTE_ITSELF }, $expr: WITHIN } },
                ...GROUPED_EMPATHIES,
              ],
            },
          },
        ])
        .toArray()
      if (found === undefined) return null
      const { newest: comments, reads, withNote, withComments, ...share } = found
      return {
        share,
        newest: comments,
        readUpTo: reads[0]?.readCommentNo ?? 0,
        empathies: [...withNote, ...withComments],
      }
    },
    /** Everybody who wrote in a thread. */
    async writersIn(hubNo: number, noteNo: number): Promise<number[]> {
      return comments.distinct('writerNo', { hubNo, noteNo })
    },
    async summaryOf(hubNo: number, noteNo: number): Promise<ThreadSummary> {
      const [found] = await comments.aggregate<ThreadSummary>([
        { $match: { hubNo, noteNo } },
        ...THREAD_SUMMARY,
      ])
      return found ?? NO_COMMENTS
    },
    /** Null when it is gone. */
    async update(
      commentNo: number,
      { mentionedNos = [], ...change }: Pick<CommentRecord, 'text' | 'editedAt' | 'mentionedNos'>,
    ): Promise<CommentRecord | null> {
      const mentions =
        mentionedNos.length > 0
          ? { $set: { ...change, mentionedNos } }
          : { $set: change, $unset: { mentionedNos: 1 } }
      return comments
        .findOneAndUpdate({ commentNo }, mentions, { returnDocument: 'after', projection: { _id: 0 } })
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
    /** What says somebody's name stays as it was written, and means nobody any more. */
    async forgetMentioned(userNo: number): Promise<void> {
      await comments.updateMany({ mentionedNos: userNo }, { $pull: { mentionedNos: userNo } })
    },
    async deleteOfHub(hubNo: number): Promise<void> {
      await comments.deleteMany({ hubNo })
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await comments.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}

/** What a pipeline finds in another collection, whatever the document is. */
function look(from: string, as: string, pipeline: object[]) {
  return { $lookup: { from, as, pipeline } }
}

export type CommentStore = ReturnType<typeof createCommentStore>
