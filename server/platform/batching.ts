import DataLoader from 'dataloader'
import PQueue from 'p-queue'

/** Keeps responses small. */
const KEYS_PER_BATCH = 50
/** A load that takes longer than this, or never ends, does not delay the next one. */
const BATCH_DELAY_MAX_MS = 100

/**
 * Loads keys in batches: calls during a load wait for the next one, so no caller gets a result that was started before
 * its call.
 * @param load omits missing keys from its result.
 */
export function createBatchLoader<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let currentLoad: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Key, Value | undefined>(
    async keys => {
      const loading = load([...new Set(keys)])
      currentLoad = loading.catch(() => undefined)
      const found = await loading
      return keys.map(key => found.get(key))
    },
    {
      cache: false,
      maxBatchSize: KEYS_PER_BATCH,
      batchScheduleFn(dispatch) {
        let isDispatched = false
        function dispatchOnce() {
          clearTimeout(timeout)
          if (!isDispatched) dispatch()
          isDispatched = true
        }
        const timeout = setTimeout(dispatchOnce, BATCH_DELAY_MAX_MS)
        void currentLoad.then(dispatchOnce)
      },
    },
  )
  return key => loader.load(key)
}

interface PendingCall<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Batches concurrent calls per key. Calls that arrive during a run join the next run, so no caller gets a result that
 * was started before its call. `work` receives the items of the batch; `resultFor` derives each caller's result from
 * the run's result. Example: of three concurrent inserts, the second caller gets `resultFor(outcomes, 1, 3)`.
 */
export function createBatcher<BatchResult, Result, Item = void>(
  work: (key: number, items: readonly Item[]) => Promise<BatchResult>,
  resultFor: (result: BatchResult, index: number, batchSize: number) => Result,
): (key: number, item: Item) => Promise<Result> {
  const pendingCalls = new Map<number, PendingCall<Item, Result>[]>()

  async function serve(key: number): Promise<void> {
    for (let all = pendingCalls.get(key); all?.length; all = pendingCalls.get(key)) {
      const batch = all.splice(0)
      try {
        const result = await work(
          key,
          batch.map(({ item }) => item),
        )
        for (const [index, { resolve }] of batch.entries()) resolve(resultFor(result, index, batch.length))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    pendingCalls.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const others = pendingCalls.get(key)
      if (others) return void others.push({ item, resolve, reject })
      pendingCalls.set(key, [{ item, resolve, reject }])
      // Callers resumed by the same event join this batch.
      queueMicrotask(() => void serve(key))
    })
}

/** Batches calls per key within a time window. */
export type DebouncedBatch<Item, Result> = (
  key: number,
  item: Item,
  work: (items: readonly Item[]) => Promise<Result>,
) => Promise<Result>

/** @param forMs length of the window in milliseconds. The `work` of the first call runs for the whole batch. */
export function createDebouncedBatch<Item, Result>(forMs: number): DebouncedBatch<Item, Result> {
  const open = new Map<number, { items: Item[]; result: Promise<Result> }>()
  return (key, item, work) => {
    const openBatch = open.get(key)
    if (openBatch) {
      openBatch.items.push(item)
      return openBatch.result
    }
    const items = [item]
    const result = new Promise(resolve => setTimeout(resolve, forMs)).then(() => {
      open.delete(key)
      return work(items)
    })
    open.set(key, { items, result })
    return result
  }
}

/**
 * Shares one read among concurrent calls with the same key, which must include everything that the result depends on.
 */
export type CoalescedReads = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>

interface PendingRead {
  current: Promise<unknown>
  /** The read that calls during `current` wait for. */
  next?: Promise<unknown>
}

/**
 * For lists that all devices of a user fetch after the same event. Calls during a read wait for the next one, so their
 * result is as fresh as a read of their own.
 */
export function createCoalescedReads(): CoalescedReads {
  const pendingReads = new Map<string, PendingRead>()

  function begin<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const current = read()
    const reading: PendingRead = { current }
    pendingReads.set(key, reading)
    const end = () => {
      if (!reading.next) pendingReads.delete(key)
    }
    current.then(end, end)
    return current
  }

  return async function coalesceRead<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const pendingRead = pendingReads.get(key)
    if (pendingRead === undefined) return begin(key, read)
    const next = () => begin(key, read)
    pendingRead.next ??= pendingRead.current.then(next, next)
    return pendingRead.next as Promise<Value>
  }
}

/** Runs work with the same key one at a time, in call order; different keys run concurrently. */
export type KeyedQueue = <Result>(
  key: string,
  /** @param hasWaited whether other work with this key ran before. */
  work: (hasWaited: boolean) => Promise<Result>,
) => Promise<Result>

/**
 * For optimistic writers of one document: queueing them on this node avoids collisions and retries. Writers on other
 * nodes can still collide, so correctness must not depend on the queue.
 */
export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, PQueue>()
  return async function runExclusive(key, work) {
    const others = queues.get(key)
    const queue = others ?? new PQueue({ concurrency: 1 })
    queues.set(key, queue)
    try {
      return await queue.add(() => work(others !== undefined))
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key)
    }
  }
}
