import type { Connection } from 'mongoose'
import { defineSchema } from './schema.ts'

const schema = defineSchema<{ _id: string; last: number }>('counters', { _id: String, last: Number })

type CounterName =
  | 'user'
  | 'topic'
  | 'note'
  | 'hub'
  | 'suggestion'
  | 'comment'
  | 'notice'
  | 'agoraVersion'
  | 'noticesVersion'

/** Hands out the numbers by which things are known: 1, 2, 3, … for each name, never one twice. */
export function createCounters(connection: Connection) {
  const counters = connection.model('Counter', schema)
  return {
    async next(name: CounterName): Promise<number> {
      const counter = await counters
        .findOneAndUpdate({ _id: name }, { $inc: { last: 1 } }, { upsert: true, returnDocument: 'after' })
        .lean()
      return counter.last
    },
    /** The number handed out last; 0 before the first. */
    async last(name: CounterName): Promise<number> {
      return (await counters.findById(name).lean())?.last ?? 0
    },
  }
}

export type Counters = ReturnType<typeof createCounters>
