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
  | 'highlight'
  | 'notice'
  | 'report'
  | 'agoraVersion'
  | 'noticesVersion'
  | 'newsRevision'

/**
 * How far numbers skip ahead after a restore: more than can have been assigned since the backup. Old links then lead
 * nowhere, never to something else. Suggestions are counted in blocks of a thousand, so their gap is smaller.
 */
const GAP_AFTER_RESTORE: Record<CounterName, number> = {
  user: 1_000_000,
  topic: 1_000_000,
  note: 1_000_000,
  hub: 1_000_000,
  suggestion: 10_000,
  comment: 1_000_000,
  highlight: 1_000_000,
  notice: 1_000_000,
  report: 1_000_000,
  agoraVersion: 1_000_000,
  noticesVersion: 1_000_000,
  newsRevision: 1_000_000,
}

/** Numbers that a node reserves at a time, to avoid a write for every insert. */
const BLOCK = 100
/** No list is sorted by these numbers: they are unique, but neither dense nor chronological. */
const BLOCK_COUNTERS = ['user', 'note', 'hub', 'highlight'] as const satisfies CounterName[]
type BlockName = (typeof BLOCK_COUNTERS)[number]

/** Assigns unique numbers per name: 1, 2, 3, … For block counters each node has a block of its own. */
export function createCounters(connection: Connection) {
  const counters = connection.model('Counter', schema)

  async function take(name: CounterName, count: number): Promise<number> {
    const counter = await counters
      .findOneAndUpdate({ _id: name }, { $inc: { last: count } }, { upsert: true, returnDocument: 'after' })
      .lean()
    return counter.last
  }
  const nextOf = Object.fromEntries(
    BLOCK_COUNTERS.map(name => [name, createBlockCounter(() => take(name, BLOCK))]),
  )

  return {
    async next(name: CounterName): Promise<number> {
      return nextOf[name]?.() ?? take(name, 1)
    },
    /** The last assigned number; 0 before the first. Not for block counters. */
    async last(name: Exclude<CounterName, BlockName>): Promise<number> {
      return (await counters.findById(name).lean())?.last ?? 0
    },
  }
}

/** Skips all numbers that may have been assigned before a restore. */
export async function advanceCounters(connection: Connection): Promise<void> {
  const counters = connection.collection<{ _id: string; last: number }>('counters')
  for (const [_id, free] of Object.entries(GAP_AFTER_RESTORE))
    await counters.updateOne({ _id }, { $inc: { last: free } }, { upsert: true })
}

/** @param take reserves a block and returns its last number. */
function createBlockCounter(take: () => Promise<number>): () => Promise<number> {
  let next = 1
  let last = 0
  let taking: Promise<void> | null = null

  async function refill(): Promise<void> {
    last = await take()
    next = last - BLOCK + 1
  }

  return async function nextNumber() {
    while (next > last) {
      // Concurrent calls wait for the same block.
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
