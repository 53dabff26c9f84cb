import { type Connection, Schema } from 'mongoose'

const schema = new Schema<{ _id: string; last: number }>(
  { _id: String, last: Number },
  { collection: 'counters', versionKey: false },
)

/** Hands out the numbers by which things are known: 1, 2, 3, … for each name, never one twice. */
export function createCounters(connection: Connection) {
  const counters = connection.model('Counter', schema)
  return {
    async next(name: 'user' | 'topic' | 'note' | 'hub' | 'suggestion' | 'comment'): Promise<number> {
      const counter = await counters
        .findOneAndUpdate({ _id: name }, { $inc: { last: 1 } }, { upsert: true, returnDocument: 'after' })
        .lean()
      return counter.last
    },
  }
}

export type Counters = ReturnType<typeof createCounters>
