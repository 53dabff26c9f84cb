import type { Connection } from 'mongoose'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { createBatchLoader } from '#server/platform/batching.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { BEFORE_ALL, type NewShare, type ShareRecord, shareSchema } from './shares.record.ts'
import { createUnreadQueries } from './shares.unread.repository.ts'

/** `isWritable`: its members may write the note. */
type HubWithNote = Pick<HubRecord, 'members'> & { isWritable: boolean }

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
    ...createUnreadQueries(shares),
  }
}

export type ShareRepository = ReturnType<typeof createShareRepository>
