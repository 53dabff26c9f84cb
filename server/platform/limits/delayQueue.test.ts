import { expect, test } from 'vitest'
import { createDelayQueue } from './delayQueue.ts'

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
