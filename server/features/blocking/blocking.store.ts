import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** That somebody has blocked somebody. Shown to the one who did, and to nobody else. */
interface PersonBlockRecord {
  /** Who blocks. */
  userNo: number
  blockedNo: number
  blockedAt: Date
}

const schema = defineSchema<PersonBlockRecord>('personBlocks', {
  userNo: Number,
  blockedNo: Number,
  blockedAt: Date,
})
schema.index({ userNo: 1, blockedNo: 1 }, { unique: true })
schema.index({ blockedNo: 1, userNo: 1 })

export function createPersonBlockStore(connection: Connection) {
  const blocks = connection.model('PersonBlock', schema)
  return {
    /** Blocking again changes nothing. */
    async add(userNo: number, blockedNo: number, now: Date): Promise<void> {
      await blocks.updateOne({ userNo, blockedNo }, { $setOnInsert: { blockedAt: now } }, { upsert: true })
    },
    async remove(userNo: number, blockedNo: number): Promise<void> {
      await blocks.deleteOne({ userNo, blockedNo })
    },
    async countOf(userNo: number): Promise<number> {
      return blocks.countDocuments({ userNo })
    },
    /** Newest first. */
    async of(userNo: number): Promise<Pick<PersonBlockRecord, 'blockedNo' | 'blockedAt'>[]> {
      const found = await blocks.find({ userNo }, { _id: 0, blockedNo: 1, blockedAt: 1 }).lean()
      return found.sort((a, b) => b.blockedAt.getTime() - a.blockedAt.getTime())
    },
    /** Everybody who has blocked somebody. */
    async blockersOf(blockedNo: number): Promise<Set<number>> {
      const found = await blocks.find({ blockedNo }, { _id: 0, userNo: 1 }).lean()
      return new Set(found.map(({ userNo }) => userNo))
    },
    /** Which of these people have blocked somebody. */
    async blockersAmong(userNos: readonly number[], blockedNo: number): Promise<Set<number>> {
      const found = await blocks
        .find({ blockedNo, userNo: { $in: [...userNos] } }, { _id: 0, userNo: 1 })
        .lean()
      return new Set(found.map(({ userNo }) => userNo))
    },
    /** Whom somebody blocked, and by whom they were blocked. */
    async deleteOf(userNo: number): Promise<void> {
      await blocks.deleteMany({ $or: [{ userNo }, { blockedNo: userNo }] })
    },
  }
}

export type PersonBlockStore = ReturnType<typeof createPersonBlockStore>
