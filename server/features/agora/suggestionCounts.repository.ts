import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** Number of suggestions in a block. */
export interface BlockCount {
  block: number
  count: number
}

/** Values by block number. */
type ValueByBlock = Record<string, number>

/** One document holds all blocks: about 10 kB for a million suggestions, read with every page. */
interface CountsRecord {
  _id: string
  /** Number of recounts started. */
  countings: ValueByBlock
  /** The recount that produced the count. */
  counted: ValueByBlock
  counts: ValueByBlock
}
const ALL = { _id: 'suggestions' }

const schema = defineSchema<CountsRecord>('suggestionCounts', {
  _id: String,
  countings: Object,
  counted: Object,
  counts: Object,
})

/** Number of suggestions per block. */
export function createSuggestionCountRepository(connection: Connection) {
  const records = connection.model('SuggestionCounts', schema)
  return {
    /** Newest block first; without blocks that have no count. */
    async findAll(): Promise<BlockCount[]> {
      const found = await records.findOne(ALL, { counts: 1 }).lean()
      return Object.entries(found?.counts ?? {})
        .map(([block, count]) => ({ block: Number(block), count }))
        .sort((a, b) => b.block - a.block)
    },
    /** Call before counting. */
    async startRecount(block: number): Promise<number> {
      const countings = `countings.${block}`
      const record = await records
        .findOneAndUpdate(
          ALL,
          { $inc: { [countings]: 1 } },
          { upsert: true, returnDocument: 'after', projection: { [countings]: 1 } },
        )
        .lean<Pick<CountsRecord, 'countings'>>()
      return record?.countings[block] ?? 0
    },
    /** A recount that started later has seen more and wins. */
    async finishRecount(block: number, recount: number, count: number): Promise<void> {
      const counted = `counted.${block}`
      await records.updateOne(
        { ...ALL, [counted]: { $not: { $gte: recount } } },
        { $set: { [counted]: recount, [`counts.${block}`]: count } },
      )
    },
  }
}
