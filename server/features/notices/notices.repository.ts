import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

export interface NoticeRecord {
  noticeNo: number
  /** 1 visible, 0 hidden. */
  display: 0 | 1
  title: string
  content: string
  timeCreated: Date
}

const schema = defineSchema<NoticeRecord>('notices', {
  noticeNo: Number,
  display: Number,
  title: String,
  content: String,
  timeCreated: Date,
})
schema.index({ noticeNo: 1 }, { unique: true })
schema.index({ display: 1, noticeNo: -1 })

export function createNoticeRepository(connection: Connection) {
  const notices = connection.model('Notice', schema)
  return {
    async insert(notice: NoticeRecord): Promise<void> {
      await notices.create(notice)
    },
    async findByNo(noticeNo: number): Promise<NoticeRecord | null> {
      return notices.findOne({ noticeNo }, { _id: 0 }).lean<NoticeRecord>()
    },
    /** Visible or hidden notices, newest first. */
    async findNewest(display: 0 | 1, limit: number): Promise<NoticeRecord[]> {
      return notices.find({ display }, { _id: 0 }).sort({ noticeNo: -1 }).limit(limit).lean<NoticeRecord[]>()
    },
    /** False if there is no such notice. */
    async update(
      noticeNo: number,
      changes: Partial<Pick<NoticeRecord, 'display' | 'title' | 'content'>>,
    ): Promise<boolean> {
      return (await notices.updateOne({ noticeNo }, { $set: changes })).matchedCount > 0
    },
    /** False if there was no such notice. */
    async delete(noticeNo: number): Promise<boolean> {
      return (await notices.deleteOne({ noticeNo })).deletedCount > 0
    },
  }
}
