import type { Connection } from 'mongoose'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { firstUnseen, hasSeen, type Seen, unseenGaps } from '#protocol/seen.ts'
import { batched } from '#server/platform/batched.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/**
 * A note shared in a hub. A withdrawn share stays as a tombstone without `live`, so that its number is never used
 * twice: that is what makes unread numbers exact.
 */
export interface ShareRecord {
  hubNo: number
  /** Its place in the hub: 1, 2, 3, … A later number never becomes visible before an earlier one. */
  seq: number
  noteNo: number
  authorNo: number
  sharedAt: Date
  live?: true
  withdrawnAt?: Date
  /** Who had opened the note before: it is not unread for them. Absent when nobody had. */
  seenBy?: number[]
}
export type NewShare = Pick<ShareRecord, 'hubNo' | 'noteNo' | 'authorNo' | 'sharedAt' | 'seenBy'>
/** As much of a share as unread numbers need. */
export type CountedShare = Pick<ShareRecord, 'seq' | 'authorNo' | 'seenBy'>

export interface Reader extends Seen {
  userNo: number
}

/**
 * What unread shares are looked for by. Of an `$or` the database would try each index that fits with each part, which takes it
 * minutes for some thousand parts.
 */
export const LIVE_BY_SEQ = { hubNo: 1, live: 1, seq: -1, authorNo: 1 } as const

const schema = defineSchema<ShareRecord>('shares', {
  hubNo: Number,
  seq: Number,
  noteNo: Number,
  authorNo: Number,
  sharedAt: Date,
  live: Boolean,
  withdrawnAt: Date,
  seenBy: [Number],
})
schema.index({ hubNo: 1, seq: -1 }, { unique: true })
schema.index(LIVE_BY_SEQ)
schema.index({ noteNo: 1, live: 1, hubNo: 1 })
schema.index({ authorNo: 1, hubNo: 1, seq: 1 })
schema.index({ hubNo: 1, noteNo: 1 }, { unique: true, partialFilterExpression: { live: true } })
// Of the withdrawn alone, so that sharing need not write it.
schema.index(
  { hubNo: 1, seq: 1, withdrawnAt: 1 },
  { partialFilterExpression: { withdrawnAt: { $exists: true } } },
)

const BEFORE_ALL = new Date(0)
/** How many shares that are unread for nobody are looked for at once: what is left is found another time. */
const FOUND_AT_ONCE = 1_000

/** So many shares of a hub are rather read than asked for by their gaps. */
const READ_SINCE_MAX = 200

/** Of a hub the shares from the first on that somebody has not seen: some of these they have. */
export function unseenAndLater(hubNo: number, reader: Reader): object {
  return { hubNo, live: true, seq: { $gte: firstUnseen(reader) } }
}

/** The shares of a hub that somebody has not seen, by the gaps between those that they have, as far as these are below `end`. */
function unseenIn(hubNo: number, reader: Reader, end = Number.POSITIVE_INFINITY): object[] {
  return unseenGaps(reader)
    .filter(({ after }) => after + 1 < end)
    .map(({ after, before }) => ({
      hubNo,
      live: true,
      seq: { $gt: after, $lt: Math.min(before ?? end, end) },
    }))
}

export function createShareStore(connection: Connection) {
  const shares = connection.model('Share', schema)

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
  const hubsOfOne = batched(hubsOf)

  return {
    lastSeq,
    /**
     * Shares with the hub's next number, which is given at the insert and taken again on a collision, so numbers
     * become visible in their order. It is guessed to follow `knownSeq`, the highest known, which saves a reading.
     * Null when the note is shared in this hub already.
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
    /** Which of the notes are in the hub now. */
    async liveAmong(hubNo: number, noteNos: readonly number[]): Promise<number[]> {
      if (noteNos.length === 0) return []
      const found = await shares
        .find({ hubNo, noteNo: { $in: [...noteNos] }, live: true }, { _id: 0, noteNo: 1 })
        .lean()
      return found.map(({ noteNo }) => noteNo)
    },
    /** Whether it may be shown, `shownShare` knows. */
    async live(hubNo: number, noteNo: number): Promise<ShareRecord | null> {
      return shares.findOne({ hubNo, noteNo, live: true }, { _id: 0 }).lean<ShareRecord>()
    },
    /** Null when it was withdrawn already. */
    async withdraw(hubNo: number, seq: number, now: Date): Promise<'withdrawn' | null> {
      const { modifiedCount } = await shares.updateOne(
        { hubNo, seq, live: true },
        { $unset: { live: 1, seenBy: 1 }, $set: { withdrawnAt: now } },
      )
      return modifiedCount === 1 ? 'withdrawn' : null
    },
    async liveOfNote(noteNo: number): Promise<ShareRecord[]> {
      return shares.find({ noteNo, live: true }, { _id: 0 }).lean<ShareRecord[]>()
    },
    async liveOfAuthor(hubNo: number, authorNo: number, before?: Date): Promise<ShareRecord[]> {
      const inTime = before && { sharedAt: { $lt: before } }
      return shares.find({ hubNo, live: true, authorNo, ...inTime }, { _id: 0 }).lean<ShareRecord[]>()
    },
    /** Everything an author ever shared, the withdrawn included. */
    async ofAuthor(authorNo: number): Promise<ShareRecord[]> {
      return shares.find({ authorNo }, { _id: 0 }).sort({ hubNo: 1, seq: 1 }).lean<ShareRecord[]>()
    },
    /** The hubs that hold a note now. */
    async hubsWith(noteNo: number): Promise<number[]> {
      return (await hubsOfOne(noteNo)) ?? []
    },
    /** What others share in these hubs now, the last shared first, no more than `limit`. Of which it may be shown `withAuthors` knows. */
    async liveOfOthers(
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
    /** Of these hubs the one in which each note was shared last; notes in none are absent. */
    async lastHubs(noteNos: readonly number[], hubNos: readonly number[]): Promise<Map<number, number>> {
      const found = await shares
        .find(
          { noteNo: { $in: [...noteNos] }, live: true, hubNo: { $in: [...hubNos] } },
          { _id: 0, noteNo: 1, hubNo: 1 },
        )
        .sort({ sharedAt: 1 })
        .lean()
      return new Map(found.map(share => [share.noteNo, share.hubNo]))
    },
    /** How many hubs hold each note now; notes in none are absent. */
    async liveCounts(noteNos: readonly number[]): Promise<Map<number, number>> {
      if (noteNos.length === 0) return new Map()
      const counts = new Map<number, number>()
      for (const [noteNo, hubNos] of await hubsOf(noteNos)) counts.set(noteNo, hubNos.length)
      return counts
    },
    /**
     * How many there are from a number on, and the highest number given: one reading, and numbers become visible in order, so
     * all up to it count. Numbers have no gaps and are never given again, so it is that number less the withdrawn: these are
     * few, where the live ones may be thousands.
     * @param countedSeq the hub's `lastSeq`; higher numbers are there for a moment only, or after a crash.
     */
    async liveIn(
      hubNo: number,
      countedSeq: number,
      firstSeq = 1,
    ): Promise<{ total: number; lastSeq: number }> {
      const [found] = await shares.aggregate<{ highestSeq: number; withdrawn: number }>([
        {
          // Each with the hub, so that each is answered by an index of its own.
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
    /** Somebody who leaves a hub is no longer among those who had seen what is shared there. */
    async forgetSeenBy(hubNo: number, userNo: number): Promise<void> {
      await shares.updateMany({ hubNo, live: true, seenBy: userNo }, { $pull: { seenBy: userNo } })
    },
    /**
     * One reader's unread shares in several hubs, as `countUnread`; hubs without any are absent. The gaps of many hubs would be too
     * much to ask for, so where few shares have come since the first unseen all of these are read.
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
    /** The newest live shares of a hub after `seq`, as little of them as unread numbers need. */
    async newestAfter(hubNo: number, seq: number, limit: number): Promise<CountedShare[]> {
      // In one answer, where MongoDB would otherwise give the first 101.
      const atOnce = { batchSize: limit }
      return shares
        .find({ hubNo, live: true, seq: { $gt: seq } }, { _id: 0, seq: 1, authorNo: 1, seenBy: 1 }, atOnce)
        .sort({ seq: -1 })
        .limit(limit)
        .lean<CountedShare[]>()
    },
    /** Live shares by others that were not seen, of notes not opened before, counted no further than `cap`. */
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
     * How many of a reader's shares below a number are unread, counted up to the cap, and the place of the first of them, counted
     * from the newest share; null without any.
     * @param lastSeq the highest number given, as `liveIn` tells it.
     */
    async unreadBelow(
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
      const [gone] = found.withdrawn
      return { count: found.count, place: lastSeq - found.firstSeq + 1 - (gone?.count ?? 0) }
    },
    /** Shares between two numbers that are unread for nobody, being withdrawn, or not for their authors. */
    async notUnreadBetween(
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
        .limit(FOUND_AT_ONCE)
        .lean()
    },
  }
}

export type ShareStore = ReturnType<typeof createShareStore>
