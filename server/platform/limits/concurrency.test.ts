import { expect, test } from 'vitest'
import { classLimits } from '#server/limits.ts'
import {
  createConcurrencyLimit,
  createDelayQueue,
  createRequestConcurrencyLimit,
  createUserConcurrencyLimit,
} from './concurrency.ts'

test('the key with the oldest last turn runs first, a new key before all', async () => {
  const run = createConcurrencyLimit({ perKey: 1, total: 1, waitMs: 60_000 })
  const turns: string[] = []
  const take = (key: string) => run(key, async () => void turns.push(key))
  await take('one')
  await take('another')

  let end = () => {}
  const isOver = new Promise<void>(resolve => {
    end = resolve
  })
  const holding = run('holder', () => isOver)
  const waiting = ['another', 'one', 'newcomer'].map(take)
  turns.length = 0
  end()
  await Promise.all([holding, ...waiting])
  expect(turns).toEqual(['newcomer', 'one', 'another'])
})

test('accounts behind one address share its slots and do not block other addresses', async () => {
  const { concurrency } = classLimits.download
  if (concurrency?.perAddress === undefined) throw new Error('downloads need a limit per address')
  const { perAddress, total } = concurrency
  expect(perAddress).toBeLessThan(total)
  const run = createRequestConcurrencyLimit({ ...concurrency, waitMs: 60_000 })
  let end = () => {}
  const isOver = new Promise<void>(resolve => {
    end = resolve
  })
  let held = 0
  const accounts = Array.from({ length: 2 * total }, (_, index) => ({ key: `${index}`, address: 'a' }))
  const holding = accounts.map(asker =>
    run(asker, async () => {
      held += 1
      await isOver
    }),
  )
  expect(await run({ key: 'elsewhere', address: 'b' }, async () => held)).toBe(perAddress)
  end()
  await Promise.all(holding)
  expect(held).toBe(2 * total)
})

const LONG_MS = 60_000

test('resolves true after the delay', async () => {
  const queue = createDelayQueue({ places: 1, placesPerKey: 1 })
  expect(await queue.wait('a', 1)).toBe(true)
  expect(await queue.wait('a', 1)).toBe(true)
})

test('a full queue evicts a waiter with the same key for a new one', async () => {
  const queue = createDelayQueue({ places: 10, placesPerKey: 3 })
  const evicted: number[] = []
  const waiting = [0, 1, 2].map(number =>
    queue.wait('guessed', LONG_MS).then(hasWaited => void (hasWaited || evicted.push(number))),
  )
  expect(await queue.wait('guessed', 1)).toBe(true)
  await expect.poll(() => evicted.length).toBe(1)
  await Promise.race(waiting)
  expect(await queue.wait('another', 1)).toBe(true)
  expect(evicted).toHaveLength(1)
})

test('a queue filled by other keys still accepts a new key', async () => {
  const queue = createDelayQueue({ places: 2, placesPerKey: 2 })
  const outcomes = ['a', 'b'].map(key => queue.wait(key, LONG_MS))
  expect(await queue.wait('c', 1)).toBe(true)
  expect(await Promise.race(outcomes)).toBe(false)
})

test('work of one user takes turns, too much of it is rejected, and other users do not wait', async () => {
  const run = createUserConcurrencyLimit({ perUser: 2, waitingMax: 2, waitMs: 60_000 })
  const started: string[] = []
  const ends: (() => void)[] = []
  const begin = (key: string, name: string) =>
    run(key, () => {
      started.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const failing = run('one', () => Promise.reject(new Error('failed')))
  const running = [begin('one', 'a'), begin('one', 'b'), begin('one', 'c')]
  await expect(begin('one', 'd')).rejects.toMatchObject({ code: 'tooMany' })
  running.push(begin('another', 'e'))
  await expect(failing).rejects.toThrow('failed')
  // The slot of the failed work is free again.
  await expect.poll(() => started.toSorted()).toEqual(['a', 'b', 'e'])
  ends.shift()?.()
  await expect.poll(() => started.at(-1)).toBe('c')
  for (const end of ends) end()
  await Promise.all(running)
})
