import { type Connection, Schema } from 'mongoose'
import type { BlockCount } from './blocks.rules.ts'

interface BlockRecord {
  /** The block's number. */
  _id: number
  /** One more with each counting that began. */
  countings: number
  /** The counting that `count` comes from. */
  counted: number
  count: number
}

const schema = new Schema<BlockRecord>(
  { _id: Number, countings: Number, counted: Number, count: Number },
  { collection: 'suggestionBlocks', versionKey: false },
)
// Holds all that a page needs, so the records themselves are not read.
schema.index({ _id: -1, count: 1 })

/** How many suggestions each block of numbers has. */
export function createSuggestionBlockStore(connection: Connection) {
  const blocks = connection.model('SuggestionBlock', schema)
  return {
    /** The newest block first. */
    async counts(): Promise<BlockCount[]> {
      const found = await blocks
        .find({}, { _id: 1, count: 1 })
        .sort({ _id: -1 })
        .hint({ _id: -1, count: 1 })
        .lean()
      return found.map(({ _id, count }) => ({ block: _id, count }))
    },
    /** To be called before counting. */
    async beginCounting(block: number): Promise<number> {
      const begun = await blocks
        .findOneAndUpdate(
          { _id: block },
          { $inc: { countings: 1 }, $setOnInsert: { counted: 0, count: 0 } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean()
      return begun.countings
    },
    /** A counting that began later has seen more and wins. */
    async endCounting(block: number, counting: number, count: number): Promise<void> {
      await blocks.updateOne(
        { _id: block, counted: { $lt: counting } },
        { $set: { counted: counting, count } },
      )
    },
  }
}

export type SuggestionBlockStore = ReturnType<typeof createSuggestionBlockStore>
