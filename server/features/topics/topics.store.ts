import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

export interface TopicRecord {
  subjectNo: number
  ownerNo: number
  title: string
  createdAt: Date
}

const schema = defineSchema<TopicRecord>('topics', {
  subjectNo: Number,
  ownerNo: Number,
  title: String,
  createdAt: Date,
})
schema.index({ subjectNo: 1 }, { unique: true })
schema.index({ ownerNo: 1, subjectNo: -1 })

export function createTopicStore(connection: Connection) {
  const topics = connection.model('Topic', schema)
  return {
    async insert(topic: TopicRecord): Promise<void> {
      await topics.create(topic)
    },
    async byNo(subjectNo: number): Promise<TopicRecord | null> {
      return topics.findOne({ subjectNo }, { _id: 0 }).lean()
    },
    async titles(subjectNos: readonly number[]): Promise<Map<number, string>> {
      const found = await topics
        .find({ subjectNo: { $in: [...new Set(subjectNos)] } }, { _id: 0, subjectNo: 1, title: 1 })
        .lean()
      return new Map(found.map(topic => [topic.subjectNo, topic.title]))
    },
    async countOf(ownerNo: number): Promise<number> {
      return topics.countDocuments({ ownerNo })
    },
    /** Newest first. */
    async pageOf(ownerNo: number, page: { skip: number; limit: number }): Promise<TopicRecord[]> {
      return topics
        .find({ ownerNo }, { _id: 0 })
        .sort({ subjectNo: -1 })
        .skip(page.skip)
        .limit(page.limit)
        .lean()
    },
    async delete(subjectNo: number): Promise<void> {
      await topics.deleteOne({ subjectNo })
    },
    async ofOwner(ownerNo: number): Promise<TopicRecord[]> {
      return topics.find({ ownerNo }, { _id: 0 }).sort({ subjectNo: 1 }).lean()
    },
    async deleteOf(ownerNo: number): Promise<void> {
      await topics.deleteMany({ ownerNo })
    },
  }
}

export type TopicStore = ReturnType<typeof createTopicStore>
