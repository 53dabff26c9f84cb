import { expect, test } from 'vitest'
import { createBatcher, createBatchLoader, createCoalescedReads, createKeyedQueue } from './batching.ts'

/** Loads that the test ends; each returns the index of its load. */
function createControlledLoads() {
  const batches: number[][] = []
  const ends: ((fails?: boolean) => void)[] = []
  const load = createBatchLoader<number, number>(async keys => {
    const place = batches.push([...keys])
    await new Promise<void>((resolve, reject) =>
      ends.push(fails => (fails ? reject(new Error('not found out')) : resolve())),
    )
    return new Map(keys.filter(key => key > 0).map(key => [key, place]))
  })
  return {
    load,
    batches,
    async end(fails?: boolean) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.shift()?.(fails)
    },
  }
}

test('a load during another one joins the next batch', async () => {
  const { load, batches, end } = createControlledLoads()
  const first = load(1)
  await expect.poll(() => batches).toEqual([[1]])
  const others = [load(1), load(2), load(1), load(-3)]
  await end()
  expect(await first).toBe(1)
  await end()
  expect(await Promise.all(others)).toEqual([2, 2, 2, undefined])
  expect(batches).toEqual([[1], [1, 2, -3]])
})

test('a failed load rejects its batch only', async () => {
  const { load, end } = createControlledLoads()
  const failing = [load(1), load(2)].map(found => found.catch(error => String(error)))
  await end(true)
  expect(await Promise.all(failing)).toEqual(['Error: not found out', 'Error: not found out'])
  const after = load(1)
  await end()
  expect(await after).toBe(2)
})

test('a load that never ends does not block the next one', async () => {
  const { load, batches, end } = createControlledLoads()
  void load(1)
  await expect.poll(() => batches).toEqual([[1]])
  const other = load(2)
  await expect.poll(() => batches).toEqual([[1], [2]])
  await end()
  await end()
  expect(await other).toBe(2)
})

/** Runs that the test ends; each returns the sum so far. */
function createControlledRuns() {
  const batches: number[] = []
  const ends: (() => void)[] = []
  let sum = 0
  const runBatched = createBatcher(
    async (_key, all) => {
      const count = all.length
      batches.push(count)
      await new Promise<void>(resolve => ends.push(resolve))
      if (count === 13) throw new Error('not counted')
      sum += count
      return sum
    },
    (last, place, count) => last - count + 1 + place,
  )
  async function end() {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  return { batches, end, runBatched }
}

test('calls during a run share the next run, each with its own index', async () => {
  const { batches, end, runBatched } = createControlledRuns()
  const first = runBatched(1)
  await expect.poll(() => batches).toEqual([1])
  const others = [runBatched(1), runBatched(1), runBatched(1)]
  await end()
  expect(await first).toBe(1)
  await end()
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
  await end()
  await end()
  await Promise.all(both)
})

test('a failed run rejects its batch only', async () => {
  const { end, runBatched } = createControlledRuns()
  const first = runBatched(1)
  await end()
  const failing = Array.from({ length: 13 }, () => runBatched(1).catch(error => String(error)))
  await first
  await end()
  expect(new Set(await Promise.all(failing))).toEqual(new Set(['Error: not counted']))
  const after = runBatched(1)
  await end()
  expect(await after).toBe(2)
})

/** Reads that the test ends; each returns its index. */
function createControlledReads() {
  const ends: { resolve(value: number): void; reject(error: unknown): void }[] = []
  const coalesceRead = createCoalescedReads()
  return {
    countStarted: () => ends.length,
    end: (index: number) => ends[index]?.resolve(index),
    fail: (index: number) => ends[index]?.reject(new Error('away')),
    ask: (key = 'list') =>
      coalesceRead(key, () => new Promise<number>((resolve, reject) => ends.push({ resolve, reject }))),
  }
}

test('calls during a read share the next read', async () => {
  const { ask, countStarted, end } = createControlledReads()
  const first = ask()
  const others = [ask(), ask(), ask()]
  expect(countStarted()).toBe(1)
  end(0)
  expect(await first).toBe(0)
  end(1)
  expect(await Promise.all(others)).toEqual([1, 1, 1])
  expect(countStarted()).toBe(2)
})

test('reads again after a result, and another key at once', async () => {
  const { ask, countStarted, end } = createControlledReads()
  const first = ask()
  const other = ask('other list')
  expect(countStarted()).toBe(2)
  end(0)
  end(1)
  expect(await Promise.all([first, other])).toEqual([0, 1])
  const again = ask()
  end(2)
  expect(await again).toBe(2)
})

test('a failed read does not affect later calls', async () => {
  const { ask, end, fail } = createControlledReads()
  const first = ask()
  const second = ask()
  fail(0)
  await expect(first).rejects.toThrow('away')
  end(1)
  expect(await second).toBe(1)
})

/** Work that the test ends. */
function createControlledWork(started: string[], name: string) {
  let end = () => {}
  const ended = new Promise<void>(resolve => (end = resolve))
  return {
    end,
    async work() {
      started.push(name)
      await ended
      return name
    },
  }
}

test('work waits for earlier work of its key, even if that fails', async () => {
  const started: string[] = []
  const runExclusive = createKeyedQueue()
  const [first, second] = [createControlledWork(started, 'first'), createControlledWork(started, 'second')]
  const failing = runExclusive('a', async () => {
    await first.work()
    throw new Error('first failed')
  })
  const after = runExclusive('a', second.work)
  expect(started).toEqual(['first'])
  first.end()
  await expect(failing).rejects.toThrow('first failed')
  second.end()
  expect(await after).toBe('second')
})

test('work of another key does not wait', async () => {
  const started: string[] = []
  const runExclusive = createKeyedQueue()
  const [one, other] = [createControlledWork(started, 'one'), createControlledWork(started, 'other')]
  const results = [runExclusive('a', one.work), runExclusive('b', other.work)]
  expect(started).toEqual(['one', 'other'])
  one.end()
  other.end()
  expect(await Promise.all(results)).toEqual(['one', 'other'])
})
