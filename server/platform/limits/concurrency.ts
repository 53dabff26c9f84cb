import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { lruOptions } from '#server/platform/caches.ts'
import { RequestError } from '#server/platform/errors.ts'

export interface ConcurrencyOptions {
  /** Concurrent runs per key, and over all keys. */
  perKey: number
  total: number
  /** How long work may wait for a slot. */
  waitMs: number
}

/** Runs work when a slot is free. */
export type ConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Maximum number of waiting runs per key and slot. */
const WAITING_FACTOR = 10

/** Number of keys whose last turn is tracked. */
const LAST_TURNS_MAX = 10_000

const tooManyAtOnce = () => new RequestError('tooMany', { retryAfterS: 1 })

/**
 * Limits concurrency per key and in total. The key whose last turn is longest ago comes first, so that a few busy keys
 * do not keep the others waiting. Throws a RequestError 'tooMany' if work has not started after `waitMs`, and at once
 * if too much work waits for the same key.
 */
export function createConcurrencyLimit({ perKey, total, waitMs }: ConcurrencyOptions): ConcurrencyLimit {
  const totalQueue = new PQueue({ concurrency: total })
  const queues = new Map<string, PQueue>()
  const lastTurns = new LRUCache<string, number>(lruOptions(LAST_TURNS_MAX))
  let turns = 0

  return async function run(key, work) {
    const queue = queues.get(key) ?? new PQueue({ concurrency: perKey })
    if (queue.size >= perKey * WAITING_FACTOR) throw tooManyAtOnce()
    queues.set(key, queue)
    const abort = new AbortController()
    const timeout = setTimeout(() => abort.abort(tooManyAtOnce()), waitMs)
    const start = () => {
      clearTimeout(timeout)
      turns += 1
      lastTurns.set(key, turns)
      return work()
    }
    const { signal } = abort
    const inOrder = () => totalQueue.add(start, { signal, priority: -(lastTurns.get(key) ?? 0) })
    try {
      return await queue.add(inOrder, { signal })
    } finally {
      clearTimeout(timeout)
      if (queue.size === 0 && queue.pending === 0) queues.delete(key)
    }
  }
}

export interface UserConcurrencyOptions {
  /** Concurrent runs per user. */
  perUser: number
  /** Waiting runs per user. */
  waitingMax: number
}

/** Slots of a user with running work. */
interface UserSlots {
  running: number
  /** Each starts the work, in order of arrival. */
  waiting: Set<() => void>
}

/**
 * Limits the concurrency of each user, for work that is usually short: a free slot costs almost nothing. Throws a
 * RequestError 'tooMany' if work has not started after `waitMs`, and at once if too much work waits.
 */
export function createUserConcurrencyLimit({
  perUser,
  waitingMax,
  waitMs,
}: UserConcurrencyOptions & { waitMs: number }): ConcurrencyLimit {
  const slotsOf = new Map<string, UserSlots>()

  function waitForSlot({ waiting }: UserSlots): Promise<void> {
    if (waiting.size >= waitingMax) throw tooManyAtOnce()
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        waiting.delete(start)
        reject(tooManyAtOnce())
      }, waitMs)
      const start = () => {
        clearTimeout(timeout)
        resolve()
      }
      waiting.add(start)
    })
  }

  function release(key: string, slots: UserSlots): void {
    const [next] = slots.waiting
    if (next === undefined) {
      slots.running -= 1
      if (slots.running === 0) slotsOf.delete(key)
    } else {
      slots.waiting.delete(next)
      next()
    }
  }

  return async function run(key, work) {
    const slots = slotsOf.get(key) ?? { running: 0, waiting: new Set() }
    slotsOf.set(key, slots)
    // A waiting run takes over the slot of the run that ended.
    if (slots.running < perUser) slots.running += 1
    else await waitForSlot(slots)
    try {
      return await work()
    } finally {
      release(key, slots)
    }
  }
}

/** The user, or the address without a session, and the address of the request. */
interface Requester {
  key: string
  address: string
}

interface RequestConcurrencyOptions extends ConcurrencyOptions {
  /** Concurrent runs per address; absent for no limit. */
  perAddress?: number
}

export type RequestConcurrencyLimit = <Result>(
  asker: Requester,
  work: () => Promise<Result>,
) => Promise<Result>

/** Limits concurrency per user and per address: many accounts behind one address share its slots. */
export function createRequestConcurrencyLimit({
  perAddress,
  ...parts
}: RequestConcurrencyOptions): RequestConcurrencyLimit {
  const limitKey = createConcurrencyLimit(parts)
  if (perAddress === undefined) return ({ key }, work) => limitKey(key, work)
  // The address limit comes first, so that work waiting for it holds no slot that others could use.
  const limitAddress = createConcurrencyLimit({
    ...parts,
    perKey: perAddress,
    total: Number.POSITIVE_INFINITY,
  })
  return ({ key, address }, work) => limitAddress(address, () => limitKey(key, work))
}

interface DelayQueueSize {
  places: number
  /** Maximum number of places per key. */
  placesPerKey: number
}

/** Delays requests. Bounded, so that waiting requests cannot fill a node's memory. */
export interface DelayQueue {
  /**
   * Resolves `true` after the delay. If the queue, or the key's share of it, is full, a random waiter with the same key
   * (any waiter if the key has none) is evicted and resolves `false`. Random eviction keeps early arrivals from
   * blocking everybody else.
   */
  wait(key: string, milliseconds: number): Promise<boolean>
}

type Evict = () => void

export function createDelayQueue({ places, placesPerKey }: DelayQueueSize): DelayQueue {
  const waiting = new Map<string, Set<Evict>>()
  let size = 0

  function evictRandom(ofKey: Set<Evict>): void {
    if (size < places && ofKey.size < placesPerKey) return
    const candidates = ofKey.size > 0 ? [...ofKey] : [...waiting.values()].flatMap(others => [...others])
    candidates[Math.floor(Math.random() * candidates.length)]?.()
  }

  return {
    wait(key, milliseconds) {
      const ofKey = waiting.get(key) ?? new Set()
      evictRandom(ofKey)
      waiting.set(key, ofKey)
      return new Promise(resolve => {
        const leave = (hasWaited: boolean) => {
          clearTimeout(timeout)
          ofKey.delete(evict)
          size -= 1
          if (ofKey.size === 0 && waiting.get(key) === ofKey) waiting.delete(key)
          resolve(hasWaited)
        }
        const evict = () => leave(false)
        const timeout = setTimeout(() => leave(true), milliseconds)
        timeout.unref()
        ofKey.add(evict)
        size += 1
      })
    },
  }
}
