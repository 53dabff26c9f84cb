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
  | 'report'
  | 'agoraVersion'
  | 'noticesVersion'
  | 'newsRevision'

/**
 * By so much the numbers go on after a restore: more than can have been given out since the backup was made, of which it knows nothing. An
 * address that somebody kept then leads to nothing, and never to something else. Those of suggestions are counted by blocks of a thousand.
 */
const LEFT_FREE: Record<CounterName, number> = {
  user: 1_000_000,
  topic: 1_000_000,
  note: 1_000_000,
  hub: 1_000_000,
  suggestion: 10_000,
  comment: 1_000_000,
  notice: 1_000_000,
  report: 1_000_000,
  agoraVersion: 1_000_000,
  noticesVersion: 1_000_000,
  newsRevision: 1_000_000,
}

/** Of these a node takes so many at a time, so that no document is written at every insert. */
const BLOCK = 100
/** What no list is ordered by: their numbers are given once, and neither dense nor in the order of time. */
const IN_BLOCKS = ['user', 'note', 'hub'] as const satisfies CounterName[]
type BlockName = (typeof IN_BLOCKS)[number]

/**
 * Hands out the numbers by which things are known, never one twice: 1, 2, 3, … for each name; of those in blocks each node
 * has its own.
 */
export function createCounters(connection: Connection) {
  const counters = connection.model('Counter', schema)

  async function take(name: CounterName, count: number): Promise<number> {
    const counter = await counters
      .findOneAndUpdate({ _id: name }, { $inc: { last: count } }, { upsert: true, returnDocument: 'after' })
      .lean()
    return counter.last
  }
  const nextOf = Object.fromEntries(IN_BLOCKS.map(name => [name, inBlocks(() => take(name, BLOCK))]))

  return {
    async next(name: CounterName): Promise<number> {
      return nextOf[name]?.() ?? take(name, 1)
    },
    /** The number handed out last; 0 before the first. Not of those in blocks. */
    async last(name: Exclude<CounterName, BlockName>): Promise<number> {
      return (await counters.findById(name).lean())?.last ?? 0
    },
  }
}

/** Moves all numbers past what was given out before a restore. */
export async function moveCountersOn(connection: Connection): Promise<void> {
  const counters = connection.collection<{ _id: string; last: number }>('counters')
  for (const [_id, free] of Object.entries(LEFT_FREE))
    await counters.updateOne({ _id }, { $inc: { last: free } }, { upsert: true })
}

/** @param take takes a block, and tells its last number. */
function inBlocks(take: () => Promise<number>): () => Promise<number> {
  let next = 1
  let last = 0
  let taking: Promise<void> | null = null

  async function refill(): Promise<void> {
    last = await take()
    next = last - BLOCK + 1
  }

  return async function nextNumber() {
    while (next > last) {
      // Those who come meanwhile wait for the same block.
      taking ??= refill().finally(() => {
        taking = null
      })
      await taking
    }
    next += 1
    return next - 1
  }
}

export type Counters = ReturnType<typeof createCounters>
