import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** How far a user has read a thread. */
export interface CommentReadRecord {
  userNo: number
  hubNo: number
  noteNo: number
  /** Comments up to this number are read. */
  readCommentNo: number
}

const schema = defineSchema<CommentReadRecord>('commentReads', {
  userNo: Number,
  hubNo: Number,
  noteNo: Number,
  readCommentNo: Number,
})
schema.index({ userNo: 1, hubNo: 1, noteNo: 1 }, { unique: true })
schema.index({ hubNo: 1 })
schema.index({ noteNo: 1 })

export function createCommentReadRepository(connection: Connection) {
  const reads = connection.model('CommentRead', schema)
  return {
    /** Never moves backwards. */
    async markRead({ userNo, hubNo, noteNo, readCommentNo }: CommentReadRecord): Promise<void> {
      await reads.updateOne({ userNo, hubNo, noteNo }, { $max: { readCommentNo } }, { upsert: true })
    },
    /** All threads that the user has read. */
    async findAllByUser(userNo: number): Promise<Omit<CommentReadRecord, 'userNo'>[]> {
      return reads.find({ userNo }, { _id: 0, userNo: 0 }).sort({ hubNo: 1, noteNo: 1 }).lean()
    },
    /** By note; threads never read are absent. */
    async findByNotes(
      userNo: number,
      hubNo: number,
      noteNos: readonly number[],
    ): Promise<Map<number, number>> {
      const found = await reads
        .find({ userNo, hubNo, noteNo: { $in: [...noteNos] } }, { _id: 0, noteNo: 1, readCommentNo: 1 })
        .lean()
      return new Map(found.map(({ noteNo, readCommentNo }) => [noteNo, readCommentNo]))
    },
    async deleteByUser(userNo: number): Promise<void> {
      await reads.deleteMany({ userNo })
    },
    async deleteByHub(hubNo: number): Promise<void> {
      await reads.deleteMany({ hubNo })
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await reads.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}

export type CommentReadRepository = ReturnType<typeof createCommentReadRepository>
