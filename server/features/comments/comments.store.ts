import type { Connection } from 'mongoose'
import { NOTE_ITSELF, type ReactionView } from '#protocol/reactions.ts'
import { GROUPED_REACTIONS } from '#server/features/reactions/reactions.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { bulkWriteAll } from '#server/platform/mongo/bulkWriteAll.ts'
import { look } from '#server/platform/mongo/look.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { CommentReadRecord } from './commentReads.store.ts'
import { NO_COMMENTS, summaryOfThread, type ThreadSummary } from './threads.reading.ts'
import { THREADS, type ThreadPlace, type ThreadStore } from './threads.store.ts'

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

export type CommentPlace = Pick<CommentRecord, 'commentNo' | 'hubNo' | 'noteNo'>

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
  empathies: ReactionView[]
}

interface FoundInThread extends ShareRecord {
  newest: CommentRecord[]
  reads: Pick<CommentReadRecord, 'readCommentNo'>[]
  withNote: ReactionView[]
  withComments: ReactionView[]
}

/** Of numbers, between the two that are found before. */
const WITHIN = { $and: [{ $gte: ['$commentNo', '$$oldest'] }, { $lte: ['$commentNo', '$$last'] }] }

export const COMMENTS = 'comments'

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
// What is new of a thread is counted in this index alone.
schema.index({ hubNo: 1, noteNo: 1, commentNo: -1, writerNo: 1, postedAt: 1 })
// The writers of a thread are found in this index alone.
schema.index({ hubNo: 1, noteNo: 1, writerNo: 1, commentNo: -1, postedAt: 1 })
// The newest in a hub, on whichever note.
schema.index({ hubNo: 1, commentNo: -1 })
schema.index({ noteNo: 1 })
schema.index({ mentionedNos: 1 }, { sparse: true })
schema.index({ writerNo: 1, commentNo: 1 })
schema.index({ writerNo: 1, hubNo: 1, noteNo: 1, requestKey: 1 }, { unique: true })

export function createCommentStore(connection: Connection, threads: ThreadStore) {
  const comments = connection.model('Comment', schema)
  return {
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
      const between = { hubNo, noteNo, commentNo: { $gt: after, $lt: before } }
      const isUnread = { $and: [{ $ne: ['$writerNo', readerNo] }, { $gt: ['$postedAt', joinedAt] }] }
      const [found] = await connection
        .collection(THREADS)
        .aggregate<{ count: number; unread: Omit<ThreadCounts, 'count'>[] }>([
          { $match: { hubNo, noteNo } },
          look(COMMENTS, 'unread', [
            { $match: between },
            {
              $group: {
                _id: null,
                unread: { $sum: { $cond: [isUnread, 1, 0] } },
                firstUnreadNo: { $min: { $cond: [isUnread, '$commentNo', null] } },
              },
            },
          ]),
          { $project: { _id: 0, count: 1, unread: 1 } },
        ])
        .toArray()
      const { count = 0, unread: [unread] = [] } = found ?? {}
      return { count, unread: unread?.unread ?? 0, firstUnreadNo: unread?.firstUnreadNo ?? null }
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
            ...GROUPED_REACTIONS,
          ]),
          {
            $lookup: {
              from: 'empathies',
              as: 'withComments',
              let: { oldest: { $min: '$newest.commentNo' }, last: { $max: '$newest.commentNo' } },
              pipeline: [
                { $match: { hubNo, noteNo, commentNo: { $gt: NOTE_ITSELF }, $expr: WITHIN } },
                ...GROUPED_REACTIONS,
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
    async summaryOf(thread: ThreadPlace): Promise<ThreadSummary> {
      const [found] = await comments.aggregate<ThreadSummary>(summaryOfThread(thread))
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
    async delete({ commentNo, ...thread }: CommentPlace, now: Date): Promise<'deleted' | null> {
      const { mark, before } = threads.going(thread, now)
      const deleting = { collection: COMMENTS, remove: { commentNo } }
      const { removed } = await bulkWriteAll(connection, [before, deleting])
      const isDeleted = removed === 1
      await threads.settle(thread, mark, isDeleted ? -1 : 0)
      return isDeleted ? 'deleted' : null
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
      await threads.deleteOfHub(hubNo)
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await comments.deleteMany({ noteNo: { $in: [...noteNos] } })
      await threads.deleteOfNotes(noteNos)
    },
  }
}

export type CommentStore = ReturnType<typeof createCommentStore>
