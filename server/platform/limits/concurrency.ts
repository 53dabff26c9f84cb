import PQueue from 'p-queue'
import { RequestError } from '#server/platform/errors.ts'

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

/**
 * Some at a time, for each key and altogether; the others wait in the order in which they came. Throws a RequestError
 * 'tooMany' for work that has not begun after `waitMs`, and at once when too many wait for the same key.
 */
export function createConcurrencyLimit({ each, total, waitMs }: ConcurrencyParts): ConcurrencyLimit {
  const everybody = new PQueue({ concurrency: total })
  const queues = new Map<string, PQueue>()
  const tooMany = () => new RequestError('tooMany', { retryAfterS: 1 })

  return async function run(key, work) {
    const own = queues.get(key) ?? new PQueue({ concurrency: each })
    if (own.size >= each * WAITING_FACTOR) throw tooMany()
    queues.set(key, own)
    const waiting = new AbortController()
    const patience = setTimeout(() => waiting.abort(tooMany()), waitMs)
    const begin = () => {
      clearTimeout(patience)
      return work()
    }
    const { signal } = waiting
    try {
      return await own.add(() => everybody.add(begin, { signal }), { signal })
    } finally {
      clearTimeout(patience)
      if (own.size === 0 && own.pending === 0) queues.delete(key)
    }
  }
}
