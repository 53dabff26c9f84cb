import { expect, test } from 'vitest'
import { createBatcher, createBatchLoader, createCoalescedReads, createKeyedQueue } from './batching.ts'

/** Work that the test ends, in the order in which it began. */
function createGates() {
  const gates: { resolve(value?: unknown): void; reject(error: Error): void }[] = []
  return {
    pass: () => new Promise<unknown>((resolve, reject) => gates.push({ resolve, reject })),
    countBegun: () => gates.length,
    async end(index = 0, error?: Error) {
      await expect.poll(() => gates.length).toBeGreaterThan(index)
      if (error) gates[index]?.reject(error)
      else gates[index]?.resolve()
    },
  }
}

/** Each load returns its number, for positive keys. */
function createControlledLoads() {
  const { pass, end } = createGates()
  const batches: number[][] = []
  const load = createBatchLoader<number, number>(async keys => {
    const place = batches.push([...keys])
    await pass()
    return new Map(keys.filter(key => key > 0).map(key => [key, place]))
  })
  return { load, batches, end }
}

test('a load during another one joins the next batch', async () => {
  const { load, batches, end } = createControlledLoads()
  const first = load(1)
  await expect.poll(() => batches).toEqual([[1]])
  const others = [load(1), load(2), load(1), load(-3)]
  await end(0)
  expect(await first).toBe(1)
  await end(1)
  expect(await Promise.all(others)).toEqual([2, 2, 2, undefined])
  expect(batches).toEqual([[1], [1, 2, -3]])
})

test('a failed load rejects its batch only', async () => {
  const { load, end } = createControlledLoads()
  const failing = [load(1), load(2)].map(found => found.catch(error => String(error)))
  await end(0, new Error('away'))
  expect(await Promise.all(failing)).toEqual(['Error: away', 'Error: away'])
  const after = load(1)
  await end(1)
  expect(await after).toBe(2)
})

test('a load that never ends does not block the next one', async () => {
  const { load, batches, end } = createControlledLoads()
  void load(1)
  await expect.poll(() => batches).toEqual([[1]])
  const other = load(2)
  await expect.poll(() => batches).toEqual([[1], [2]])
  await end(1)
  expect(await other).toBe(2)
})

/** Each run returns the sum so far; one with 13 calls fails. */
function createControlledRuns() {
  const { pass, end } = createGates()
  const batches: number[] = []
  let sum = 0
  const runBatched = createBatcher(
    async (_key, { length: count }) => {
      batches.push(count)
      await pass()
      if (count === 13) throw new Error('not counted')
      sum += count
      return sum
    },
    (last, index, batchSize) => last - (batchSize - 1) + index,
  )
  return { batches, end, runBatched }
}

test('calls during a run share the next run, each with its own index', async () => {
  const { batches, end, runBatched } = createControlledRuns()
  const first = runBatched(1)
  await expect.poll(() => batches).toEqual([1])
  const others = [runBatched(1), runBatched(1), runBatched(1)]
  await end(0)
  expect(await first).toBe(1)
  await end(1)
  expect(await Promise.all(others)).toEqual([2, 3, 4])
  expect(batches).toEqual([1, 3])
})

test('calls in the same tick as the first join its batch', async () => {
  const { batches, end, runBatched } = createControlledRuns()
  const askLater = async () => runBatched(1)
  const all = [askLater(), askLater(), askLater()]
  await end()
  expect(await Promise.all(all)).toEqual([1, 2, 3])
  expect(batches).toEqual([3])
})

test('runs another key at once', async () => {
  const { batches, end, runBatched } = createControlledRuns()
  const both = [runBatched(1), runBatched(2)]
  await expect.poll(() => batches).toEqual([1, 1])
  await end(0)
  await end(1)
  await Promise.all(both)
})

test('a failed run rejects its batch only', async () => {
  const { end, runBatched } = createControlledRuns()
  const first = runBatched(1)
  await end()
  const failing = Array.from({ length: 13 }, () => runBatched(1).catch(error => String(error)))
  await first
  await end(1)
  expect(new Set(await Promise.all(failing))).toEqual(new Set(['Error: not counted']))
  const after = runBatched(1)
  await end(2)
  expect(await after).toBe(2)
})

/** Each read returns its number. */
function createControlledReads() {
  const { pass, countBegun, end } = createGates()
  const coalesceRead = createCoalescedReads()
  async function read() {
    const place = countBegun()
    await pass()
    return place
  }
  return { countBegun, end, ask: (key = 'list') => coalesceRead(key, read) }
}

test('calls during a read share the next read', async () => {
  const { ask, countBegun, end } = createControlledReads()
  const first = ask()
  const others = [ask(), ask(), ask()]
  expect(countBegun()).toBe(1)
  await end(0)
  expect(await first).toBe(0)
  await end(1)
  expect(await Promise.all(others)).toEqual([1, 1, 1])
  expect(countBegun()).toBe(2)
})

test('reads again after a result, and another key at once', async () => {
  const { ask, countBegun, end } = createControlledReads()
  const both = [ask(), ask('other list')]
  expect(countBegun()).toBe(2)
  await end(0)
  await end(1)
  expect(await Promise.all(both)).toEqual([0, 1])
  const again = ask()
  await end(2)
  expect(await again).toBe(2)
})

test('a failed read does not affect later calls', async () => {
  const { ask, end } = createControlledReads()
  const [first, second] = [ask(), ask()]
  await Promise.all([expect(first).rejects.toThrow('away'), end(0, new Error('away'))])
  await end(1)
  expect(await second).toBe(1)
})

test('work waits for earlier work of its key, even if that fails, and not for another key', async () => {
  const { pass, countBegun, end } = createGates()
  const runExclusive = createKeyedQueue()
  const failing = runExclusive('a', pass)
  const after = runExclusive('a', async () => 'second')
  const other = runExclusive('b', pass)
  expect(countBegun()).toBe(2)
  let hasRun = false
  void after.then(() => (hasRun = true))
  await end(1)
  await other
  expect(hasRun).toBe(false)
  await Promise.all([expect(failing).rejects.toThrow('first failed'), end(0, new Error('first failed'))])
  expect(await after).toBe('second')
})
