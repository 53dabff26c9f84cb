import type { Connection } from 'mongoose'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { firstUnseen, hasSeen, type Seen, unseenGaps } from '#protocol/seen.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { createBatchLoader } from '#server/platform/batching.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import {
  type CountedShare,
  LIVE_BY_SEQ,
  type NewShare,
  type ShareRecord,
  shareSchema,
} from './shares.record.ts'

/** `isWritable`: its members may write the note. */
type HubWithNote = Pick<HubRecord, 'members'> & { isWritable: boolean }

export interface Reader extends Seen {
  userNo: number
}

const BEFORE_ALL = new Date(0)
/** Limit of shares found in one query; the rest is found later. */
const QUERY_LIMIT = 1_000

/** Up to this number of shares, reading them is cheaper than querying the gaps. */
const READ_SINCE_MAX = 200

/** Shares of a hub from the first unseen one on, including some seen ones. */
export function unseenAndLater(hubNo: number, reader: Reader): object {
  return { hubNo, live: true, seq: { $gte: firstUnseen(reader) } }
}

/** Unseen shares of a hub, by the gaps between seen ranges below `end`. */
function unseenIn(hubNo: number, reader: Reader, end = Number.POSITIVE_INFINITY): object[] {
  return unseenGaps(reader)
    .filter(({ after }) => after + 1 < end)
    .map(({ after, before }) => ({
      hubNo,
      live: true,
      seq: { $gt: after, $lt: Math.min(before ?? end, end) },
    }))
}

export function createShareRepository(connection: Connection) {
  const shares = connection.model('Share', shareSchema)

  async function lastSeq(hubNo: number): Promise<number> {
    const last = await shares.findOne({ hubNo }, { _id: 0, seq: 1 }).sort({ seq: -1 }).lean()
    return last?.seq ?? 0
  }

  async function hubsOf(noteNos: readonly number[]): Promise<Map<number, number[]>> {
    const found = await shares
      .find({ noteNo: { $in: [...noteNos] }, live: true }, { _id: 0, noteNo: 1, hubNo: 1 })
      .lean()
    const hubs = new Map<number, number[]>()
    for (const { noteNo, hubNo } of found) hubs.set(noteNo, [...(hubs.get(noteNo) ?? []), hubNo])
    return hubs
  }
  const hubsOfOne = createBatchLoader(hubsOf)

  return {
    lastSeq,
    /**
     * Inserts a share with the hub's next number. Retries on a collision, so numbers become visible in order.
     * `knownSeq` is the highest known number, which saves a read. Null if the note is shared in the hub already.
     */
    async insert(share: NewShare, knownSeq: number): Promise<ShareRecord | null> {
      for (let last = knownSeq; ; last = await lastSeq(share.hubNo)) {
        const record: ShareRecord = { ...share, seq: last + 1, live: true }
        try {
          await shares.create(record)
          return record
        } catch (error) {
          const fields = duplicateFields(error)
          if (fields === null) throw error
          if (fields.includes('noteNo')) return null
        }
      }
    },
    /** Which of the notes are shared in the hub. */
    async filterShared(hubNo: number, noteNos: readonly number[]): Promise<number[]> {
      if (noteNos.length === 0) return []
      const found = await shares
        .find({ hubNo, noteNo: { $in: [...noteNos] }, live: true }, { _id: 0, noteNo: 1 })
        .lean()
      return found.map(({ noteNo }) => noteNo)
    },
    /** Does not check whether it may be shown; see `findVisibleShare`. */
    async findLive(hubNo: number, noteNo: number): Promise<ShareRecord | null> {
      return shares.findOne({ hubNo, noteNo, live: true }, { _id: 0 }).lean<ShareRecord>()
    },
    /** Returns the share as it was; null if it was withdrawn before. */
    async withdraw(hubNo: number, seq: number, now: Date): Promise<Pick<ShareRecord, 'isWritable'> | null> {
      return shares
        .findOneAndUpdate(
          { hubNo, seq, live: true },
          { $unset: { live: 1, seenBy: 1, isWritable: 1 }, $set: { withdrawnAt: now } },
          { projection: { _id: 0, isWritable: 1 } },
        )
        .lean<Pick<ShareRecord, 'isWritable'>>()
    },
    async findLiveByNote(noteNo: number): Promise<ShareRecord[]> {
      return shares.find({ noteNo, live: true }, { _id: 0 }).lean<ShareRecord[]>()
    },
    async findLiveByAuthor(hubNo: number, authorNo: number, before?: Date): Promise<ShareRecord[]> {
      const inTime = before && { sharedAt: { $lt: before } }
      return shares.find({ hubNo, live: true, authorNo, ...inTime }, { _id: 0 }).lean<ShareRecord[]>()
    },
    /** Whether the author has shares, including withdrawn ones. */
    async hasAuthor(authorNo: number): Promise<boolean> {
      return (await shares.exists({ authorNo })) !== null
    },
    /** All shares of an author, including withdrawn ones. */
    async findByAuthor(authorNo: number): Promise<ShareRecord[]> {
      return shares.find({ authorNo }, { _id: 0 }).sort({ hubNo: 1, seq: 1 }).lean<ShareRecord[]>()
    },
    /** Hubs in which the note is shared. */
    async findHubsByNote(noteNo: number): Promise<number[]> {
      return (await hubsOfOne(noteNo)) ?? []
    },
    /** A hub of the user in which the note is shared, best for writing, with that member only; empty if there is none. */
    async findHubsWithNote(noteNo: number, userNo: number): Promise<HubWithNote[]> {
      return shares.aggregate<HubWithNote>([
        { $match: { noteNo, live: true } },
        {
          $lookup: {
            from: 'hubs',
            as: 'hub',
            localField: 'hubNo',
            foreignField: 'hubNo',
            pipeline: [
              { $match: { 'members.userNo': userNo } },
              {
                $project: {
                  _id: 0,
                  members: { $filter: { input: '$members', cond: { $eq: ['$$this.userNo', userNo] } } },
                },
              },
            ],
          },
        },
        { $match: { 'hub.0': { $exists: true } } },
        { $sort: { isWritable: -1 } },
        { $limit: 1 },
        {
          $project: {
            _id: 0,
            members: { $first: '$hub.members' },
            isWritable: { $ifNull: ['$isWritable', false] },
          },
        },
      ])
    },
    /**
     * Live shares by others in these hubs, newest first, up to `limit`. Does not check whether they may be shown; see
     * `attachAuthors`.
     */
    async findLiveOfOthers(
      hubNos: readonly number[],
      userNo: number,
      limit: number,
    ): Promise<Pick<ShareRecord, 'noteNo' | 'hubNo' | 'authorNo'>[]> {
      return shares
        .find(
          { hubNo: { $in: [...hubNos] }, live: true, authorNo: { $ne: userNo } },
          { _id: 0, noteNo: 1, hubNo: 1, authorNo: 1 },
        )
        .sort({ sharedAt: -1 })
        .limit(limit)
        .lean()
    },
    /** The hub, of these, in which each note was last shared; other notes are absent. */
    async findLastHubs(noteNos: readonly number[], hubNos: readonly number[]): Promise<Map<number, number>> {
      const found = await shares
        .find(
          { noteNo: { $in: [...noteNos] }, live: true, hubNo: { $in: [...hubNos] } },
          { _id: 0, noteNo: 1, hubNo: 1 },
        )
        .sort({ sharedAt: 1 })
        .lean()
      return new Map(found.map(share => [share.noteNo, share.hubNo]))
    },
    /**
     * Number of live shares from a number on, and the highest number, from one read. Numbers have no gaps and are
     * never reused, so the result is the highest number minus the withdrawn shares: these are few, while live shares
     * may be thousands.
     * @param countedSeq the hub's `lastSeq`; higher numbers exist only for a moment or after a crash.
     */
    async countLive(
      hubNo: number,
      countedSeq: number,
      firstSeq = 1,
    ): Promise<{ total: number; lastSeq: number }> {
      const [found] = await shares.aggregate<{ highestSeq: number; withdrawn: number }>([
        {
          // Includes the hub in each branch, so that each uses its own index.
          $match: {
            $or: [
              { hubNo, seq: { $gt: Math.max(countedSeq, firstSeq - 1) } },
              { hubNo, seq: { $gte: firstSeq, $lte: countedSeq }, withdrawnAt: { $gt: BEFORE_ALL } },
            ],
          },
        },
        {
          $group: {
            _id: null,
            highestSeq: { $max: '$seq' },
            withdrawn: { $sum: { $cond: ['$live', 0, 1] } },
          },
        },
      ])
      const lastSeq = Math.max(countedSeq, found?.highestSeq ?? 0)
      return { total: lastSeq - firstSeq + 1 - (found?.withdrawn ?? 0), lastSeq }
    },
    /** Removes a member who left from `seenBy` of the hub's shares. */
    async removeFromSeenBy(hubNo: number, userNo: number): Promise<void> {
      await shares.updateMany({ hubNo, live: true, seenBy: userNo }, { $pull: { seenBy: userNo } })
    },
    /**
     * Unread counts of one reader in several hubs, as in `countUnread`; hubs without unread shares are absent.
     * Querying the gaps of many hubs would be too much: reads all shares since the first unseen one where these are
     * few.
     */
    async countUnreadIn(
      hubs: readonly { hubNo: number; lastSeq: number; reader: Reader }[],
    ): Promise<Map<number, number>> {
      const [first] = hubs
      if (first === undefined) return new Map()
      const isNot = { $ne: first.reader.userNo }
      const later = hubs.flatMap(({ hubNo, lastSeq, reader }) =>
        lastSeq - firstUnseen(reader) < READ_SINCE_MAX
          ? [unseenAndLater(hubNo, reader)]
          : unseenIn(hubNo, reader),
      )
      const found = await shares
        .aggregate<{ _id: number; seqs: number[] }>([
          { $match: { $or: later, authorNo: isNot, seenBy: isNot } },
          { $group: { _id: '$hubNo', seqs: { $push: '$seq' } } },
        ])
        .hint(LIVE_BY_SEQ)
      const seqsIn = new Map(found.map(({ _id, seqs }) => [_id, seqs]))
      return new Map(
        hubs.flatMap(({ hubNo, reader }) => {
          const unseen = seqsIn.get(hubNo)?.filter(seq => !hasSeen(reader, seq)) ?? []
          return unseen.length > 0 ? [[hubNo, unseen.length] as const] : []
        }),
      )
    },
    /** Newest live shares after `seq`, with the fields that unread counts need. */
    async findNewestAfter(hubNo: number, seq: number, limit: number): Promise<CountedShare[]> {
      // MongoDB returns 101 documents in the first batch by default.
      const atOnce = { batchSize: limit }
      return shares
        .find({ hubNo, live: true, seq: { $gt: seq } }, { _id: 0, seq: 1, authorNo: 1, seenBy: 1 }, atOnce)
        .sort({ seq: -1 })
        .limit(limit)
        .lean<CountedShare[]>()
    },
    /** Unseen live shares by others, of notes not opened before, counted up to `cap`. */
    async countUnread(hubNo: number, reader: Reader, cap: number): Promise<number> {
      return shares.countDocuments(
        {
          $or: unseenIn(hubNo, reader),
          authorNo: { $ne: reader.userNo },
          seenBy: { $ne: reader.userNo },
        },
        { limit: cap, hint: LIVE_BY_SEQ },
      )
    },
    /**
     * Number of unread shares below a number, up to the cap, and the position of the first of them from the newest
     * share; null if there are none.
     * @param lastSeq the highest number, from `countLive`.
     */
    async findUnreadBelow(
      hubNo: number,
      reader: Reader,
      { end, lastSeq }: { end: number; lastSeq: number },
    ): Promise<{ count: number; place: number } | null> {
      const unseen = unseenIn(hubNo, reader, end)
      if (unseen.length === 0) return null
      const isNot = { $ne: reader.userNo }
      const withdrawn = { hubNo, seq: { $lte: lastSeq }, withdrawnAt: { $gt: BEFORE_ALL } }
      const [found] = await shares
        .aggregate<{ count: number; firstSeq: number; withdrawn: { count: number }[] }>([
          { $match: { $or: unseen, authorNo: isNot, seenBy: isNot } },
          { $sort: { seq: 1 } },
          { $limit: UNREAD_CAP },
          { $group: { _id: null, count: { $sum: 1 }, firstSeq: { $min: '$seq' } } },
          {
            $lookup: {
              from: shares.collection.collectionName,
              as: 'withdrawn',
              let: { firstSeq: '$firstSeq' },
              pipeline: [
                { $match: { ...withdrawn, $expr: { $gt: ['$seq', '$$firstSeq'] } } },
                { $count: 'count' },
              ],
            },
          },
        ])
        .hint(LIVE_BY_SEQ)
      if (found === undefined) return null
      const [withdrawnShare] = found.withdrawn
      return { count: found.count, place: lastSeq - found.firstSeq + 1 - (withdrawnShare?.count ?? 0) }
    },
    /**
     * Shares between two numbers that are unread for nobody, since they are withdrawn, or are not unread for their
     * authors.
     */
    async findNotUnreadBetween(
      hubNo: number,
      { after, before }: { after: number; before: number },
      authorNos: readonly number[],
    ): Promise<Pick<ShareRecord, 'seq' | 'authorNo' | 'live'>[]> {
      const between = { hubNo, seq: { $gt: after, $lt: before } }
      return shares
        .find(
          {
            $or: [
              { ...between, withdrawnAt: { $gt: BEFORE_ALL } },
              { ...between, authorNo: { $in: [...authorNos] } },
            ],
          },
          { _id: 0, seq: 1, authorNo: 1, live: 1 },
        )
        .sort({ seq: 1 })
        .limit(QUERY_LIMIT)
        .lean()
    },
  }
}

export type ShareRepository = ReturnType<typeof createShareRepository>
