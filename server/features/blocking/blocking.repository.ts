import type { Connection } from 'mongoose'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A user blocks another user. Visible to the blocking user only. */
interface BlockRecord {
  /** The blocking user. */
  userNo: number
  blockedNo: number
  blockedAt: Date
}

const schema = defineSchema<BlockRecord>(COLLECTIONS.blocks, {
  userNo: Number,
  blockedNo: Number,
  blockedAt: Date,
})
schema.index({ userNo: 1, blockedNo: 1 }, { unique: true })
schema.index({ blockedNo: 1, userNo: 1 })

export function createBlockRepository(connection: Connection) {
  const blocks = connection.model('Block', schema)
  return {
    /** Idempotent. */
    async add(userNo: number, blockedNo: number, now: Date): Promise<void> {
      await blocks.updateOne({ userNo, blockedNo }, { $setOnInsert: { blockedAt: now } }, { upsert: true })
    },
    async remove(userNo: number, blockedNo: number): Promise<void> {
      await blocks.deleteOne({ userNo, blockedNo })
    },
    async countByUser(userNo: number): Promise<number> {
      return blocks.countDocuments({ userNo })
    },
    /** Newest first. */
    async findByUser(userNo: number): Promise<Pick<BlockRecord, 'blockedNo' | 'blockedAt'>[]> {
      const found = await blocks.find({ userNo }, { _id: 0, blockedNo: 1, blockedAt: 1 }).lean()
      return found.sort((a, b) => b.blockedAt.getTime() - a.blockedAt.getTime())
    },
    /** All users who have blocked this user. */
    async findBlockers(blockedNo: number): Promise<Set<number>> {
      const found = await blocks.find({ blockedNo }, { _id: 0, userNo: 1 }).lean()
      return new Set(found.map(({ userNo }) => userNo))
    },
    /** Which of `userNos` have blocked this user. */
    async findBlockersAmong(userNos: readonly number[], blockedNo: number): Promise<Set<number>> {
      const found = await blocks
        .find({ blockedNo, userNo: { $in: [...userNos] } }, { _id: 0, userNo: 1 })
        .lean()
      return new Set(found.map(({ userNo }) => userNo))
    },
    /** Deletes blocks by and of the user. */
    async deleteByUser(userNo: number): Promise<void> {
      await blocks.deleteMany({ $or: [{ userNo }, { blockedNo: userNo }] })
    },
  }
}
