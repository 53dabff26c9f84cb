import { expect, test } from 'vitest'
import { createDelayQueue } from './delayQueue.ts'

const LONG_MS = 60_000

test('who waits long enough goes on', async () => {
  const room = createDelayQueue({ places: 1, placesPerKey: 1 })
  expect(await room.wait('a', 1)).toBe(true)
  expect(await room.wait('a', 1)).toBe(true)
})

test('a full room sends one away who waits for the same key, and takes who comes', async () => {
  const room = createDelayQueue({ places: 10, placesPerKey: 3 })
  const evicted: number[] = []
  const waiting = [0, 1, 2].map(number =>
    room.wait('guessed', LONG_MS).then(hasWaited => void (hasWaited || evicted.push(number))),
  )
  expect(await room.wait('guessed', 1)).toBe(true)
  await expect.poll(() => evicted.length).toBe(1)
  await Promise.race(waiting)
  expect(await room.wait('another', 1)).toBe(true)
  expect(evicted).toHaveLength(1)
})

test('a room that others fill has a place for who comes', async () => {
  const room = createDelayQueue({ places: 2, placesPerKey: 2 })
  const outcomes = ['a', 'b'].map(key => room.wait(key, LONG_MS))
  expect(await room.wait('c', 1)).toBe(true)
  expect(await Promise.race(outcomes)).toBe(false)
})
