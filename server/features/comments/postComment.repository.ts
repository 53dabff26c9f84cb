import type { Connection } from 'mongoose'
import type { Passage } from '#protocol/passages.ts'
import { commentUpdate, type HubRecord } from '#server/features/hubs/hubs.record.ts'
import {
  commentsLookup,
  type FoundPassageContext,
  type PassageContext,
  passageContextOf,
  passageLookups,
} from '#server/features/passages/passages.lookups.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { bulkWriteAll, isDuplicateInBulkWrite, lookup, type Write } from '#server/platform/mongo/queries.ts'
import { COMMENTS, type CommentRecord } from './comments.repository.ts'
import { THREADS, type ThreadPlace, type ThreadRepository, WRITERS } from './threads.repository.ts'

/** State read before posting, and published with the comment. */
export interface CommentContext {
  hub: HubRecord
  /** The share of the note in the hub; null if there is none. */
  share: ShareRecord | null
  /** Users who wrote in the thread before. */
  writerNos: number[]
  /** Number of comments in the thread. */
  count: number
  /** Null if it is deleted, or the comment answers none. */
  answered: CommentRecord | null
  /** Users who have blocked the writer. */
  blockerNos: ReadonlySet<number>
  /** The given passage, and the number of comments on it; null if there is none. */
  givenPassage: { passage: Passage; count: number } | null
  /** Null for a reply, whose passage is that of the answered comment. */
  passageContext: PassageContext | null
}

interface SavedComment {
  comment: CommentRecord
  /**
   * Whether the hub was unchanged since it was read, so that its version was bumped, and the note was still shared.
   */
  isCounted: boolean
}

/** What the state depends on. */
interface NewComment {
  writerNo: number
  replyTo?: number | undefined
  passage?: Passage | undefined
}

interface Found extends Partial<FoundPassageContext> {
  hub: HubRecord
  shares: ShareRecord[]
  writers: { writerNo: number }[]
  threads: { count: number }[]
  answered?: CommentRecord[]
  blockers: { userNo: number }[]
}

/** All members wait for a comment, so reading and writing take one round trip each (decision 0012). */
export function createPostCommentRepository(connection: Connection, threads: ThreadRepository) {
  const comments = connection.collection(COMMENTS)
  return {
    /** Reads the hub first, so the other data is at least as new as its version. Null if there is no such hub. */
    async read(
      { hubNo, noteNo }: ThreadPlace,
      { writerNo, replyTo, passage }: NewComment,
    ): Promise<CommentContext | null> {
      const [found] = await connection
        .collection('hubs')
        .aggregate<Found>([
          { $match: { hubNo } },
          { $unset: '_id' },
          { $project: { hub: '$$ROOT' } },
          lookup('shares', 'shares', [{ $match: { hubNo, noteNo, live: true } }, { $unset: '_id' }]),
          lookup(COMMENTS, 'writers', [{ $match: { hubNo, noteNo } }, ...WRITERS]),
          lookup(THREADS, 'threads', [{ $match: { noteNo, hubNo } }, { $project: { _id: 0, count: 1 } }]),
          lookup(COLLECTIONS.blocks, 'blockers', [
            { $match: { blockedNo: writerNo } },
            { $project: { _id: 0, userNo: 1 } },
          ]),
          ...(replyTo === undefined
            ? []
            : [lookup(COMMENTS, 'answered', [{ $match: { commentNo: replyTo } }, { $unset: '_id' }])]),
          ...lookupsOfPassage({ hubNo, noteNo, userNo: writerNo }, passage, replyTo),
        ])
        .toArray()
      if (found === undefined) return null
      return {
        hub: found.hub,
        share: found.shares[0] ?? null,
        writerNos: found.writers.map(({ writerNo }) => writerNo),
        count: found.threads[0]?.count ?? 0,
        answered: found.answered?.[0] ?? null,
        blockerNos: new Set(found.blockers.map(({ userNo }) => userNo)),
        givenPassage:
          passage === undefined ? null : { passage, count: found.onPassages?.[0]?.onPassage ?? 0 },
        passageContext: found.notes === undefined ? null : passageContextOf(found as FoundPassageContext),
      }
    },
    /**
     * Inserts the comment and its notifications, bumps the hub version unless the hub has changed since `hub` was
     * read, then checks that the note is still shared. A repeated request returns the existing comment without a
     * write, or null if it is deleted.
     */
    async save(
      comment: CommentRecord,
      { hub, news: notifications }: { hub: HubRecord; news: readonly Write[] },
    ): Promise<SavedComment | null> {
      const { writerNo, hubNo, noteNo, requestKey, postedAt } = comment
      const { mark, before, after } = threads.startInsert(comment, postedAt)
      const hubUpdate = {
        collection: 'hubs',
        filter: { hubNo, version: hub.version },
        update: commentUpdate(postedAt),
      }
      // Sets the values that it already has: checks a condition without a write.
      const shareCheck = {
        collection: 'shares',
        filter: { hubNo, noteNo, live: true },
        update: { $set: { live: true } },
      }
      const inserting = { collection: COMMENTS, insert: comment }
      try {
        const { found } = await bulkWriteAll(connection, [
          ...[before, inserting, after],
          ...[...notifications, hubUpdate, shareCheck],
        ])
        return { comment, isCounted: found(hubUpdate) && found(shareCheck) }
      } catch (error) {
        if (!isDuplicateInBulkWrite(error)) throw error
        await threads.settle(comment, mark, -1)
        const made = await comments.findOne<CommentRecord>(
          { writerNo, hubNo, noteNo, requestKey },
          { projection: { _id: 0 } },
        )
        return made && { comment: made, isCounted: false }
      }
    },
    /** Whether the request has created its comment before. */
    async isPosted({
      writerNo,
      hubNo,
      noteNo,
      requestKey,
    }: Pick<CommentRecord, 'writerNo' | 'hubNo' | 'noteNo' | 'requestKey'>): Promise<boolean> {
      return (await comments.countDocuments({ writerNo, hubNo, noteNo, requestKey }, { limit: 1 })) > 0
    },
  }
}

/** A reply has the passage of the answered comment, so that only the number of comments on it is read. */
function lookupsOfPassage(
  place: { hubNo: number; noteNo: number; userNo: number },
  passage: Passage | undefined,
  replyTo: number | undefined,
): object[] {
  if (passage === undefined) return []
  return replyTo === undefined ? passageLookups(place, passage) : [commentsLookup(place, passage)]
}
