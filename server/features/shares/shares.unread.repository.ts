import type { Model } from 'mongoose'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { firstUnseen, hasSeen, type Seen, unseenGaps } from '#protocol/seen.ts'
import { BEFORE_ALL, type CountedShare, LIVE_BY_SEQ, type ShareRecord } from './shares.record.ts'

export interface Reader extends Seen {
  userNo: number
}

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

/** The part of the share repository for unread shares. */
export function createUnreadQueries(shares: Model<ShareRecord>) {
  return {
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
