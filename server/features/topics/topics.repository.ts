import type { Connection } from 'mongoose'
import { NO_TOPIC } from '#server/features/series/series.record.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/paging.ts'

export interface TopicRecord {
  subjectNo: number
  ownerNo: number
  title: string
  createdAt: Date
  /** Maintained by `topicNoteCounts`. */
  noteCount: number
  /** Notes that are being created or deleted; included in `noteCount`. */
  unsettled?: { noteNo: number; since: Date }[]
  /** Set while a restored topic has not been recounted. */
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

export function createTopicRepository(connection: Connection) {
  const topics = connection.model('Topic', schema)
  return {
    async insert(topic: Omit<TopicRecord, 'noteCount' | 'unsettled'>): Promise<void> {
      await topics.create({ ...topic, noteCount: 0 })
    },
    async findByNo(subjectNo: number): Promise<TopicRecord | null> {
      return topics.findOne({ subjectNo }, { _id: 0 }).lean()
    },
    /** A topic of the owner with this number, or else with this title; null if there is neither. */
    async findSimilar(
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
    async findTitles(subjectNos: readonly number[]): Promise<Map<number, string>> {
      const found = await topics
        .find({ subjectNo: { $in: [...new Set(subjectNos)] } }, { _id: 0, subjectNo: 1, title: 1 })
        .lean()
      return new Map(found.map(topic => [topic.subjectNo, topic.title]))
    },
    async countByUser(ownerNo: number): Promise<number> {
      return topics.countDocuments({ ownerNo })
    },
    /** By user. */
    async countByOwners(ownerNos: readonly number[]): Promise<Map<number, number>> {
      const count = async (ownerNo: number) => [ownerNo, await topics.countDocuments({ ownerNo })] as const
      return new Map(await Promise.all(ownerNos.map(count)))
    },
    /** Newest first. `total` is known if the page is the last one and not empty. */
    async findPage(
      ownerNo: number,
      { skip, limit }: Range,
    ): Promise<{ items: TopicRecord[]; total?: number }> {
      const found = await topics
        .find({ ownerNo }, { _id: 0, unsettled: 0, broughtAt: 0 })
        .sort({ subjectNo: -1 })
        .skip(skip)
        .limit(limit + 1)
        .lean<TopicRecord[]>()
      const isLast = found.length <= limit && (found.length > 0 || skip === 0)
      return { items: found.slice(0, limit), ...(isLast && { total: skip + found.length }) }
    },
    /**
     * Number of notes in all topics and the trash, with later parts of series, and whether the user owns the topic.
     * `settledCount` excludes notes that are being added, moved or removed.
     */
    async countNotes(
      ownerNo: number,
      subjectNo: number,
    ): Promise<{ noteCount: number; settledCount: number; hasTopic: boolean }> {
      const [found] = await topics.aggregate<{
        noteCount: number
        unsettledCount: number
        hasTopic: boolean
        trash: { count: number }[]
        laterParts: { count: number }[]
      }>([
        { $match: { ownerNo } },
        {
          $group: {
            _id: null,
            noteCount: { $sum: '$noteCount' },
            unsettledCount: { $sum: { $size: { $ifNull: ['$unsettled', []] } } },
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
        {
          $lookup: {
            from: 'notes',
            as: 'laterParts',
            pipeline: [{ $match: { authorNo: ownerNo, subjectNo: NO_TOPIC } }, { $count: 'count' }],
          },
        },
      ])
      const { noteCount = 0, unsettledCount = 0, hasTopic = false } = found ?? {}
      const uncounted = [...(found?.trash ?? []), ...(found?.laterParts ?? [])]
      const count = uncounted.reduce((sum, each) => sum + each.count, noteCount)
      return { noteCount: count, settledCount: count - unsettledCount, hasTopic }
    },
    async rename(subjectNo: number, title: string): Promise<void> {
      await topics.updateOne({ subjectNo }, { $set: { title } })
    },
    /** False if the topic is gone, or was replaced by another one with the same number. */
    async delete({ subjectNo, createdAt }: Pick<TopicRecord, 'subjectNo' | 'createdAt'>): Promise<boolean> {
      return (await topics.deleteOne({ subjectNo, createdAt })).deletedCount === 1
    },
    /** False if the topic is gone or has notes, also ones that are being added or removed. */
    async deleteEmpty({
      subjectNo,
      createdAt,
    }: Pick<TopicRecord, 'subjectNo' | 'createdAt'>): Promise<boolean> {
      const empty = { subjectNo, createdAt, noteCount: { $lte: 0 }, 'unsettled.0': { $exists: false } }
      return (await topics.deleteOne(empty)).deletedCount === 1
    },
    async findByOwner(ownerNo: number): Promise<TopicRecord[]> {
      return topics.find({ ownerNo }, { _id: 0 }).sort({ subjectNo: 1 }).lean()
    },
    async deleteByUser(ownerNo: number): Promise<void> {
      await topics.deleteMany({ ownerNo })
    },
  }
}
