import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { BlockCount } from './blocks.rules.ts'

/** By a block's number. */
type ByBlock = Record<string, number>

/** All blocks stand in one document: some 10 kB for a million suggestions, read at once with every page. */
interface CountsRecord {
  _id: string
  /** How many countings began. */
  countings: ByBlock
  /** The counting that the count comes from. */
  counted: ByBlock
  counts: ByBlock
}
const ALL = { _id: 'suggestions' }

const schema = defineSchema<CountsRecord>('suggestionCounts', {
  _id: String,
  countings: Object,
  counted: Object,
  counts: Object,
})

/** How many suggestions each block of numbers has. */
export function createSuggestionCountStore(connection: Connection) {
  const records = connection.model('SuggestionCounts', schema)
  return {
    /** The newest block first; without those that were never counted. */
    async counts(): Promise<BlockCount[]> {
      const found = await records.findOne(ALL, { counts: 1 }).lean()
      return Object.entries(found?.counts ?? {})
        .map(([block, count]) => ({ block: Number(block), count }))
        .sort((a, b) => b.block - a.block)
    },
    /** To be called before counting. */
    async beginCounting(block: number): Promise<number> {
      const countings = `countings.${block}`
      const begun = await records
        .findOneAndUpdate(
          ALL,
          { $inc: { [countings]: 1 } },
          { upsert: true, returnDocument: 'after', projection: { [countings]: 1 } },
        )
        .lean<Pick<CountsRecord, 'countings'>>()
      return begun?.countings[block] ?? 0
    },
    /** A counting that began later has seen more and wins. */
    async endCounting(block: number, counting: number, count: number): Promise<void> {
      const counted = `counted.${block}`
      await records.updateOne(
        { ...ALL, [counted]: { $not: { $gte: counting } } },
        { $set: { [counted]: counting, [`counts.${block}`]: count } },
      )
    },
  }
}

export type SuggestionCountStore = ReturnType<typeof createSuggestionCountStore>
