import type { Connection } from 'mongoose'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { countingComment } from '#server/features/hubs/hubVersion.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { bulkWriteAll, type Write } from '#server/platform/mongo/bulkWriteAll.ts'
import { endedAtDuplicate } from '#server/platform/mongo/errors.ts'
import { look } from '#server/platform/mongo/look.ts'
import { COMMENTS, type CommentRecord } from './comments.store.ts'
import { WRITERS } from './threads.reading.ts'
import { THREADS, type ThreadPlace, type ThreadStore } from './threads.store.ts'

/** What a posting starts from, and what is told with it. */
export interface CommentContext {
  hub: HubRecord
  /** By which the note stands in the hub; null when it does not. */
  share: ShareRecord | null
  /** Who wrote in the thread before. */
  writerNos: number[]
  /** Of the thread's comments. */
  count: number
  /** The comment that is answered; null when it is gone, or none is. */
  answered: CommentRecord | null
  /** Who has blocked the writer. */
  blockerNos: ReadonlySet<number>
}

export interface SavedComment {
  comment: CommentRecord
  /** In its hub, which was as it had been read; and the note was still shared there. */
  isCounted: boolean
}

interface Found extends Omit<CommentContext, 'share' | 'writerNos' | 'count' | 'answered' | 'blockerNos'> {
  shares: ShareRecord[]
  writers: { writerNo: number }[]
  threads: { count: number }[]
  answered: CommentRecord[]
  blockers: { userNo: number }[]
}

/** As with a sharing, a whole hub waits for a comment: it takes one trip to read and one to write (decision 0012). */
export function createPostingStore(connection: Connection, threads: ThreadStore) {
  return {
    /** The hub is read first, so everything else holds at least what its version counts. Null when there is no such hub. */
    async read(
      { hubNo, noteNo }: ThreadPlace,
      { writerNo, replyTo }: Pick<CommentRecord, 'writerNo' | 'replyTo'>,
    ): Promise<CommentContext | null> {
      const [found] = await connection
        .collection('hubs')
        .aggregate<Found>([
          { $match: { hubNo } },
          { $unset: '_id' },
          { $project: { hub: '$$ROOT' } },
          look('shares', 'shares', [{ $match: { hubNo, noteNo, live: true } }, { $unset: '_id' }]),
          look(COMMENTS, 'writers', [{ $match: { hubNo, noteNo } }, ...WRITERS]),
          look(THREADS, 'threads', [{ $match: { noteNo, hubNo } }, { $project: { _id: 0, count: 1 } }]),
          look('personBlocks', 'blockers', [
            { $match: { blockedNo: writerNo } },
            { $project: { _id: 0, userNo: 1 } },
          ]),
          ...(replyTo === undefined
            ? []
            : [look(COMMENTS, 'answered', [{ $match: { commentNo: replyTo } }, { $unset: '_id' }])]),
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
      }
    },
    /**
     * Inserts a comment with what tells of it, then counts it in its hub unless anything else was counted there since `hub` was
     * read, then looks whether the note is still shared there. When the same sending has already made a comment it is that one,
     * and nothing is written; null when it is gone again.
     */
    async save(
      comment: CommentRecord,
      { hub, news: notifications }: { hub: HubRecord; news: readonly Write[] },
    ): Promise<SavedComment | null> {
      const { writerNo, hubNo, noteNo, requestKey, postedAt } = comment
      const { mark, before, after } = threads.coming(comment, postedAt)
      const counting = {
        collection: 'hubs',
        filter: { hubNo, version: hub.version },
        update: countingComment(postedAt),
      }
      // Sets what is there already: a look, without a write.
      const looking = {
        collection: 'shares',
        filter: { hubNo, noteNo, live: true },
        update: { $set: { live: true } },
      }
      const inserting = { collection: COMMENTS, insert: comment }
      try {
        const { found } = await bulkWriteAll(connection, [
          ...[before, inserting, after],
          ...[...notifications, counting, looking],
        ])
        return { comment, isCounted: found(counting) && found(looking) }
      } catch (error) {
        if (!endedAtDuplicate(error)) throw error
        await threads.settle(comment, mark, -1)
        const made = await connection
          .collection(COMMENTS)
          .findOne<CommentRecord>({ writerNo, hubNo, noteNo, requestKey }, { projection: { _id: 0 } })
        return made && { comment: made, isCounted: false }
      }
    },
  }
}

export type PostingStore = ReturnType<typeof createPostingStore>
