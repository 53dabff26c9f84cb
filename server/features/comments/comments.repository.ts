import type { Connection } from 'mongoose'
import { NOTE_ITSELF, type ReactionView } from '#protocol/reactions.ts'
import { PASSAGE_FIELDS, type StoredPassage } from '#server/features/passages/passages.record.ts'
import { GROUPED_REACTIONS } from '#server/features/reactions/reactions.repository.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { bulkWriteAll, lookup } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import {
  type CommentReadRecord,
  NO_COMMENTS,
  summaryOfThread,
  THREADS,
  type ThreadPlace,
  type ThreadRepository,
  type ThreadSummary,
} from './threads.repository.ts'

/**
 * A comment on a note in one of the hubs in which it is shared. It outlives the share: sharing the note again brings
 * it back.
 */
export interface CommentRecord {
  commentNo: number
  hubNo: number
  noteNo: number
  writerNo: number
  text: string
  postedAt: Date
  editedAt?: Date
  /** The comment of the same thread that it answers; possibly deleted. */
  replyTo?: number
  /** Mentioned members. Absent if there are none. */
  mentionedNos?: number[]
  /** The passage of the note that it is about. A reply has that of the answered comment. */
  passage?: StoredPassage
  /** Idempotency key from the client. */
  requestKey: string
}

type CommentPlace = Pick<CommentRecord, 'commentNo' | 'hubNo' | 'noteNo'>

/** Counts of a whole thread, and the number of its first unread comment. */
interface ThreadCounts {
  count: number
  unread: number
  firstUnreadNo: number | null
}

/** Result of one read of a thread. */
interface ThreadPage {
  share: ShareRecord
  newest: CommentRecord[]
  readUpTo: number
  reactions: ReactionView[]
}

interface ThreadRow extends ShareRecord {
  newest: CommentRecord[]
  reads: Pick<CommentReadRecord, 'readCommentNo'>[]
  withNote: ReactionView[]
  withComments: ReactionView[]
}

/** Between the oldest and the last number found before. */
const WITHIN = { $and: [{ $gte: ['$commentNo', '$$oldest'] }, { $lte: ['$commentNo', '$$last'] }] }

export const COMMENTS = 'comments'

const WITH_PASSAGE = { 'passage.noteVersion': { $exists: true } }

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
  passage: PASSAGE_FIELDS,
  requestKey: String,
})
schema.index({ commentNo: 1 }, { unique: true })
// Covers the count of new comments in a thread.
schema.index({ hubNo: 1, noteNo: 1, commentNo: -1, writerNo: 1, postedAt: 1 })
// Covers the writers of a thread.
schema.index({ hubNo: 1, noteNo: 1, writerNo: 1, commentNo: -1, postedAt: 1 })
// The newest comments of a hub.
schema.index({ hubNo: 1, commentNo: -1 })
schema.index({ noteNo: 1 })
// The newest comments on passages of a note. Other comments are not in the partial indexes.
schema.index({ noteNo: 1, commentNo: -1, hubNo: 1 }, { partialFilterExpression: WITH_PASSAGE })
// Covers the number of comments on a passage, and of the passages in a thread.
schema.index(
  {
    hubNo: 1,
    noteNo: 1,
    'passage.noteVersion': 1,
    'passage.start': 1,
    'passage.end': 1,
    writerNo: 1,
    replyTo: 1,
  },
  { partialFilterExpression: WITH_PASSAGE },
)
schema.index({ mentionedNos: 1 }, { sparse: true })
schema.index({ writerNo: 1, commentNo: 1 })
schema.index({ writerNo: 1, hubNo: 1, noteNo: 1, requestKey: 1 }, { unique: true })

export function createCommentRepository(connection: Connection, threads: ThreadRepository) {
  const comments = connection.model('Comment', schema)
  return {
    async findByNo(commentNo: number): Promise<CommentRecord | null> {
      return comments.findOne({ commentNo }, { _id: 0 }).lean<CommentRecord>()
    },
    /** By number; deleted comments are absent. */
    async findByNos(commentNos: readonly number[]): Promise<Map<number, CommentRecord>> {
      if (commentNos.length === 0) return new Map()
      const found = await comments
        .find({ commentNo: { $in: [...commentNos] } }, { _id: 0 })
        .lean<CommentRecord[]>()
      return new Map(found.map(comment => [comment.commentNo, comment]))
    },
    /** Counts the comments of a thread, and those in a range of numbers that others wrote since `joinedAt`. */
    async countThread(
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
          lookup(COMMENTS, 'unread', [
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
     * Reads the share of the note in the hub, the newest comments (newest first), the reactions to the note and to
     * these comments, and the last comment that `readerNo` has read (0 if none). Null if the note is not shared
     * there.
     */
    async findThread(
      hubNo: number,
      noteNo: number,
      { before, limit, readerNo }: { before: number | undefined; limit: number; readerNo: number },
    ): Promise<ThreadPage | null> {
      const inTime = before === undefined ? {} : { commentNo: { $lt: before } }
      const newest = [
        { $match: { hubNo, noteNo, ...inTime } },
        { $sort: { commentNo: -1 } },
        { $limit: limit },
        { $unset: '_id' },
      ]
      const [found] = await connection
        .collection('shares')
        .aggregate<ThreadRow>([
          { $match: { hubNo, noteNo, live: true } },
          { $unset: '_id' },
          lookup('comments', 'newest', newest),
          lookup('commentReads', 'reads', [{ $match: { userNo: readerNo, hubNo, noteNo } }]),
          lookup(COLLECTIONS.reactions, 'withNote', [
            { $match: { hubNo, noteNo, commentNo: NOTE_ITSELF } },
            ...GROUPED_REACTIONS,
          ]),
          {
            $lookup: {
              from: COLLECTIONS.reactions,
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
        reactions: [...withNote, ...withComments],
      }
    },
    async findThreadSummary(thread: ThreadPlace): Promise<ThreadSummary> {
      const [found] = await comments.aggregate<ThreadSummary>(summaryOfThread(thread))
      return found ?? NO_COMMENTS
    },
    /** Null if it is deleted. */
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
    /** Null if it was deleted before. */
    async delete({ commentNo, ...thread }: CommentPlace, now: Date): Promise<'deleted' | null> {
      const { mark, before } = threads.startDelete(thread, now)
      const deleting = { collection: COMMENTS, remove: { commentNo } }
      const { removed } = await bulkWriteAll(connection, [before, deleting])
      const isDeleted = removed === 1
      await threads.settle(thread, mark, isDeleted ? -1 : 0)
      return isDeleted ? 'deleted' : null
    },
    /** Oldest first. */
    async findByWriter(writerNo: number): Promise<CommentRecord[]> {
      return comments.find({ writerNo }, { _id: 0 }).sort({ commentNo: 1 }).lean<CommentRecord[]>()
    },
    /** Keeps the name in the text, but removes the mention. */
    async removeMentions(userNo: number): Promise<void> {
      await comments.updateMany({ mentionedNos: userNo }, { $pull: { mentionedNos: userNo } })
    },
    async deleteByHub(hubNo: number): Promise<void> {
      await comments.deleteMany({ hubNo })
      await threads.deleteByHub(hubNo)
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await comments.deleteMany({ noteNo: { $in: [...noteNos] } })
      await threads.deleteByNotes(noteNos)
    },
  }
}
