import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** How far somebody has read a thread. */
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

export function createCommentReadStore(connection: Connection) {
  const reads = connection.model('CommentRead', schema)
  return {
    /** Never takes back what was read. */
    async mark({ userNo, hubNo, noteNo, readCommentNo }: CommentReadRecord): Promise<void> {
      await reads.updateOne({ userNo, hubNo, noteNo }, { $max: { readCommentNo } }, { upsert: true })
    },
    /** How far somebody has read every thread. */
    async allOf(userNo: number): Promise<Omit<CommentReadRecord, 'userNo'>[]> {
      return reads.find({ userNo }, { _id: 0, userNo: 0 }).sort({ hubNo: 1, noteNo: 1 }).lean()
    },
    /** By note; threads that were never read are absent. */
    async of(userNo: number, hubNo: number, noteNos: readonly number[]): Promise<Map<number, number>> {
      const found = await reads
        .find({ userNo, hubNo, noteNo: { $in: [...noteNos] } }, { _id: 0, noteNo: 1, readCommentNo: 1 })
        .lean()
      return new Map(found.map(({ noteNo, readCommentNo }) => [noteNo, readCommentNo]))
    },
    async deleteOf(userNo: number): Promise<void> {
      await reads.deleteMany({ userNo })
    },
    async deleteOfHub(hubNo: number): Promise<void> {
      await reads.deleteMany({ hubNo })
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await reads.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}

export type CommentReadStore = ReturnType<typeof createCommentReadStore>
