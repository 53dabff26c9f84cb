import type { Connection } from 'mongoose'
import type { CountedKind, DailyCount } from '#protocol/administration.ts'
import { createdBetween } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** Collections to count. Withdrawn shares stay in their collection; deleted documents do not. */
const COUNTED_COLLECTIONS: Record<CountedKind, string> = {
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

export function createDailyCountRepository(connection: Connection) {
  const counts = connection.model('DailyCount', schema)
  return {
    /** Counts documents created in [from, before) that still exist. */
    async countCreated(from: Date, before: Date): Promise<Omit<DailyCount, 'day'>> {
      const count = async ([kind, name]: [string, string]) =>
        [kind, await connection.collection(name).countDocuments(createdBetween(from, before))] as const
      return Object.fromEntries(await Promise.all(Object.entries(COUNTED_COLLECTIONS).map(count))) as Omit<
        DailyCount,
        'day'
      >
    },
    /** Idempotent: nodes that count the same day write the same values. */
    async save({ day, ...count }: DailyCount): Promise<void> {
      await counts.updateOne({ day }, { $set: count }, { upsert: true })
    },
    /** From a day such as '2026-11-22' on, earliest first. */
    async findSince(day: string): Promise<DailyCount[]> {
      return counts
        .find({ day: { $gte: day } }, { _id: 0 })
        .sort({ day: 1 })
        .lean<DailyCount[]>()
    },
    async deleteBefore(day: string): Promise<void> {
      await counts.deleteMany({ day: { $lt: day } })
    },
  }
}

export type DailyCountRepository = ReturnType<typeof createDailyCountRepository>
