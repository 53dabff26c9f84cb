import { expect, test, vi } from 'vitest'
import { createVersionedCache } from './versionedCache.ts'

test('what was read is kept for its version and no other', async () => {
  const cache = createVersionedCache<string>(10)
  const load = vi.fn(async () => `reading ${load.mock.calls.length}`)
  expect(await cache.at('room', 1, load)).toBe('reading 1')
  expect(await cache.at('room', 1, load)).toBe('reading 1')
  expect(await cache.at('room', 2, load)).toBe('reading 2')
  expect(await cache.at('another room', 2, load)).toBe('reading 3')
})

test('what an old reading brings late does not take the place of a newer one', async () => {
  const cache = createVersionedCache<string>(10)
  let arrive = (_value: string) => {}
  const old = cache.at('room', 1, () => new Promise(resolve => (arrive = resolve)))
  await cache.at('room', 2, async () => 'new')
  arrive('old')
  expect(await old).toBe('old')
  expect(cache.peek('room', 2)).toBe('new')
})

test('what was read before everything was forgotten is not kept', async () => {
  const cache = createVersionedCache<string>(10)
  let arrive = (_value: string) => {}
  const early = cache.at('room', 1, () => new Promise(resolve => (arrive = resolve)))
  cache.forgetAll()
  arrive('early')
  await early
  expect(cache.peek('room', 1)).toBeUndefined()
})

test('nor what follows from what was kept before that', () => {
  const cache = createVersionedCache<string>(10)
  const keep = cache.keeper()
  keep('room', 1, 'first')
  expect(cache.peek('room', 1)).toBe('first')
  cache.forgetAll()
  keep('room', 2, 'second')
  expect(cache.peek('room', 2)).toBeUndefined()
})

test('it holds no more than it may', () => {
  const cache = createVersionedCache<string>(10, value => value.length)
  cache.keep('first', 1, '123456')
  cache.keep('second', 1, '123456')
  expect(cache.peek('first', 1)).toBeUndefined()
  expect(cache.peek('second', 1)).toBe('123456')
})
