import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'

export interface TopicRecord {
  subjectNo: number
  ownerNo: number
  title: string
  createdAt: Date
  /** Counted where notes come and go (notes.counting.ts). */
  noteCount: number
  /** Notes that are being made or deleted, counted in `noteCount`. */
  unsettled?: { noteNo: number; since: Date }[]
  /** It came back under its number, and its notes are not counted again yet. */
  broughtAt?: Date
}

const schema = defineSchema<TopicRecord>('topics', {
  subjectNo: Number,
  ownerNo: Number,
  title: String,
  createdAt: Date,
  noteCount: Number,
  unsettled: [{ noteNo: Number, since: Date }],
  broughtAt: Date,
})
schema.index({ subjectNo: 1 }, { unique: true })
schema.index({ ownerNo: 1, subjectNo: -1 })
schema.index({ 'unsettled.since': 1 }, { partialFilterExpression: { 'unsettled.since': { $exists: true } } })
schema.index({ broughtAt: 1 }, { sparse: true })

export function createTopicStore(connection: Connection) {
  const topics = connection.model('Topic', schema)
  return {
    async insert(topic: Omit<TopicRecord, 'noteCount' | 'unsettled'>): Promise<void> {
      await topics.create({ ...topic, noteCount: 0 })
    },
    async byNo(subjectNo: number): Promise<TopicRecord | null> {
      return topics.findOne({ subjectNo }, { _id: 0 }).lean()
    },
    /** The number of an owner's topic, or else of one that has its title; null when there is neither. */
    async likeOneOf(
      ownerNo: number,
      { subjectNo, title }: { subjectNo: number; title: string },
    ): Promise<number | null> {
      const found = await topics
        .find({ ownerNo, $or: [{ subjectNo }, { title }] }, { _id: 0, subjectNo: 1 })
        .sort({ subjectNo: 1 })
        .lean()
      const same = found.find(topic => topic.subjectNo === subjectNo) ?? found[0]
      return same?.subjectNo ?? null
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
    /** Of each of these people. */
    async countsOf(ownerNos: readonly number[]): Promise<Map<number, number>> {
      const count = async (ownerNo: number) => [ownerNo, await topics.countDocuments({ ownerNo })] as const
      return new Map(await Promise.all(ownerNos.map(count)))
    },
    /** Newest first. How many there are is told where it shows; it does not when more follow, or none are here. */
    async pageOf(ownerNo: number, { skip, limit }: Range): Promise<{ items: TopicRecord[]; total?: number }> {
      const found = await topics
        .find({ ownerNo }, { _id: 0, unsettled: 0, broughtAt: 0 })
        .sort({ subjectNo: -1 })
        .skip(skip)
        .limit(limit + 1)
        .lean<TopicRecord[]>()
      const isLast = found.length <= limit && (found.length > 0 || skip === 0)
      return { items: found.slice(0, limit), ...(isLast && { total: skip + found.length }) }
    },
    /** How many notes somebody has in all their topics and in the trash; and whether one of the topics is theirs. */
    async notesOf(ownerNo: number, subjectNo: number): Promise<{ noteCount: number; hasTopic: boolean }> {
      const [found] = await topics.aggregate<{
        noteCount: number
        hasTopic: boolean
        trash: { count: number }[]
      }>([
        { $match: { ownerNo } },
        {
          $group: {
            _id: null,
            noteCount: { $sum: '$noteCount' },
            hasTopic: { $max: { $eq: ['$subjectNo', subjectNo] } },
          },
        },
        {
          $lookup: {
            from: 'trash',
            as: 'trash',
            pipeline: [{ $match: { authorNo: ownerNo } }, { $count: 'count' }],
          },
        },
      ])
      const { noteCount = 0, hasTopic = false, trash: [trashed] = [] } = found ?? {}
      return { noteCount: noteCount + (trashed?.count ?? 0), hasTopic }
    },
    async rename(subjectNo: number, title: string): Promise<void> {
      await topics.updateOne({ subjectNo }, { $set: { title } })
    },
    /** Only that which was read: false when it is gone, also where another bears its number by now. */
    async delete({ subjectNo, createdAt }: Pick<TopicRecord, 'subjectNo' | 'createdAt'>): Promise<boolean> {
      return (await topics.deleteOne({ subjectNo, createdAt })).deletedCount === 1
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
