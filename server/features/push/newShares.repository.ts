import type { Connection } from 'mongoose'
import { hasSeen } from '#protocol/seen.ts'
import {
  LIVE_BY_SEQ,
  type Reader,
  type ShareRecord,
  unseenAndLater,
} from '#server/features/shares/shares.repository.ts'

/** An unseen share with the title of its note. */
export interface NewShare extends Pick<ShareRecord, 'hubNo' | 'noteNo' | 'authorNo' | 'sharedAt'> {
  title: string
}

/** Limit per user, newest first. */
const SHARES_MAX = 100

export function createNewShareRepository(connection: Connection) {
  const shares = connection.collection<ShareRecord>('shares')
  return {
    /** Shares by others in these hubs since a time, not opened or seen; newest first. */
    async findUnseenSince(
      hubs: readonly { hubNo: number; reader: Reader }[],
      since: Date,
    ): Promise<NewShare[]> {
      const [first] = hubs
      if (first === undefined) return []
      const isNot = { $ne: first.reader.userNo }
      const later = hubs.map(({ hubNo, reader }) => unseenAndLater(hubNo, reader))
      const readers = new Map(hubs.map(({ hubNo, reader }) => [hubNo, reader]))
      const found = shares.aggregate<NewShare & Pick<ShareRecord, 'seq'>>(
        [
          { $match: { $or: later, sharedAt: { $gte: since }, authorNo: isNot, seenBy: isNot } },
          { $sort: { sharedAt: -1 } },
          { $lookup: { from: 'notes', localField: 'noteNo', foreignField: 'noteNo', as: 'note' } },
          { $match: { 'note.0': { $exists: true } } },
          {
            $project: {
              ...{ _id: 0, hubNo: 1, seq: 1, noteNo: 1, authorNo: 1, sharedAt: 1 },
              title: { $first: '$note.title' },
            },
          },
        ],
        { hint: LIVE_BY_SEQ },
      )
      const unseen: NewShare[] = []
      for await (const { seq, ...share } of found) {
        const reader = readers.get(share.hubNo)
        if (reader && !hasSeen(reader, seq)) unseen.push(share)
        if (unseen.length === SHARES_MAX) break
      }
      return unseen
    },
  }
}

export type NewShareRepository = ReturnType<typeof createNewShareRepository>
