import type { Connection } from 'mongoose'
import type { CountedKind, DailyCount } from '#protocol/administration.ts'
import { createdBetween } from '#server/platform/mongo/createdBetween.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** The collection of which the documents are counted. A share that is withdrawn stays there; what is deleted does not. */
const COLLECTIONS: Record<CountedKind, string> = {
  people: 'users',
  notes: 'notes',
  shares: 'shares',
  comments: 'comments',
  opinions: 'suggestions',
}

const schema = defineSchema<DailyCount>('dailyCounts', {
  day: String,
  people: Number,
  notes: Number,
  shares: Number,
  comments: Number,
  opinions: Number,
})
schema.index({ day: 1 }, { unique: true })

export function createDailyCountStore(connection: Connection) {
  const counts = connection.model('DailyCount', schema)
  return {
    /** How much was made from one moment until before another, and is there still. */
    async countMade(from: Date, before: Date): Promise<Omit<DailyCount, 'day'>> {
      const count = async ([kind, name]: [string, string]) =>
        [kind, await connection.collection(name).countDocuments(createdBetween(from, before))] as const
      return Object.fromEntries(await Promise.all(Object.entries(COLLECTIONS).map(count))) as Omit<
        DailyCount,
        'day'
      >
    },
    /** Nodes that count the same day at once write the same. */
    async keep({ day, ...count }: DailyCount): Promise<void> {
      await counts.updateOne({ day }, { $set: count }, { upsert: true })
    },
    /** From a day on, such as '2026-11-22', the earliest first. */
    async since(day: string): Promise<DailyCount[]> {
      return counts
        .find({ day: { $gte: day } }, { _id: 0 })
        .sort({ day: 1 })
        .lean<DailyCount[]>()
    },
    async forgetBefore(day: string): Promise<void> {
      await counts.deleteMany({ day: { $lt: day } })
    },
  }
}

export type DailyCountStore = ReturnType<typeof createDailyCountStore>
