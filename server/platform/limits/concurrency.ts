import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { RequestError } from '#server/platform/errors.ts'
import { upTo } from '#server/platform/upTo.ts'

export interface ConcurrencyParts {
  /** How many run at a time for one key, and for all keys together. */
  each: number
  total: number
  /** How long one may wait for its turn. */
  waitMs: number
}

/** Carries work out when there is room for it. */
export type ConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** How many may wait for one key, for each that runs. */
const WAITING_FACTOR = 10

/** Of so many keys it is known when they had their last turn. */
const LAST_TURNS_MAX = 10_000

/**
 * Some at a time, for each key and altogether; of the others who had their last turn the longest ago comes first, so that a few
 * who always ask for more do not keep everybody else waiting. Throws a RequestError 'tooMany' for work that has not begun after
 * `waitMs`, and at once when too many wait for the same key.
 */
export function createConcurrencyLimit({ each, total, waitMs }: ConcurrencyParts): ConcurrencyLimit {
  const everybody = new PQueue({ concurrency: total })
  const queues = new Map<string, PQueue>()
  /** Counted from 1. */
  const lastTurns = new LRUCache<string, number>(upTo(LAST_TURNS_MAX))
  let turns = 0
  const tooMany = () => new RequestError('tooMany', { retryAfterS: 1 })

  return async function run(key, work) {
    const own = queues.get(key) ?? new PQueue({ concurrency: each })
    if (own.size >= each * WAITING_FACTOR) throw tooMany()
    queues.set(key, own)
    const waiting = new AbortController()
    const patience = setTimeout(() => waiting.abort(tooMany()), waitMs)
    const begin = () => {
      clearTimeout(patience)
      turns += 1
      lastTurns.set(key, turns)
      return work()
    }
    const { signal } = waiting
    const inOrder = () => everybody.add(begin, { signal, priority: -(lastTurns.get(key) ?? 0) })
    try {
      return await own.add(inOrder, { signal })
    } finally {
      clearTimeout(patience)
      if (own.size === 0 && own.pending === 0) queues.delete(key)
    }
  }
}

/** Who asks for a turn: a person wherever they are, or else an address; and from which address. */
export interface Asker {
  key: string
  address: string
}

export interface PlacesParts extends ConcurrencyParts {
  /** How many run at a time for one address, whoever they are for; absent where that does not matter. */
  eachAddress?: number
}

export type Places = <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>

/** The same for work that is somebody's and comes from somewhere: many accounts at one address share its places. */
export function createPlaces({ eachAddress, ...parts }: PlacesParts): Places {
  const inTurn = createConcurrencyLimit(parts)
  if (eachAddress === undefined) return ({ key }, work) => inTurn(key, work)
  // First of all, so that whoever waits for their address holds no place that somebody elsewhere could have.
  const ofAddress = createConcurrencyLimit({ ...parts, each: eachAddress, total: Number.POSITIVE_INFINITY })
  return ({ key, address }, work) => ofAddress(address, () => inTurn(key, work))
}
