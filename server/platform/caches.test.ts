import { expect, test, vi } from 'vitest'
import { createRecordCache, createVersionedCache } from './caches.ts'

function cacheFrom(...records: [number, string][]) {
  const stored = new Map(records)
  const loaded: number[][] = []
  const cache = createRecordCache(async numbers => {
    loaded.push([...numbers])
    return new Map([...stored].filter(([number]) => numbers.includes(number)))
  })
  return { stored, loaded, cache }
}

test('loads each record once', async () => {
  const { loaded, cache } = cacheFrom([1, '가'], [2, '나'])
  expect([...(await cache.getMany([1, 1]))]).toEqual([[1, '가']])
  expect([...(await cache.getMany([1, 2])).values()]).toEqual(['가', '나'])
  expect(loaded).toEqual([[1], [2]])
})

test('loads a missing record each time', async () => {
  const { stored, cache } = cacheFrom()
  expect((await cache.getMany([1])).size).toBe(0)
  stored.set(1, '가')
  expect((await cache.getMany([1])).get(1)).toBe('가')
})

test('loads an invalidated record again', async () => {
  const { stored, cache } = cacheFrom([1, '가'], [2, '나'])
  await cache.getMany([1, 2])
  stored.set(1, '다').set(2, '라')
  cache.invalidate(1)
  expect([...(await cache.getMany([1, 2])).values()].sort()).toEqual(['나', '다'])
  cache.clear()
  expect((await cache.getMany([2])).get(2)).toBe('라')
})

test('does not cache a read that overlaps with an invalidation', async () => {
  let answer = (_value: Map<number, string>) => {}
  const cache = createRecordCache<string>(() => new Promise(resolve => (answer = resolve)))
  const early = cache.getMany([1])
  cache.invalidate(1)
  answer(new Map([[1, 'before']]))
  expect((await early).get(1)).toBe('before')
  const late = cache.getMany([1])
  answer(new Map([[1, 'after']]))
  expect((await late).get(1)).toBe('after')
})

test('caches a value for its version only', async () => {
  const cache = createVersionedCache<string>(10)
  const load = vi.fn(async () => `reading ${load.mock.calls.length}`)
  expect(await cache.getOrLoad('room', 1, load)).toBe('reading 1')
  expect(await cache.getOrLoad('room', 1, load)).toBe('reading 1')
  expect(await cache.getOrLoad('room', 2, load)).toBe('reading 2')
  expect(await cache.getOrLoad('another room', 2, load)).toBe('reading 3')
})

test('a late read of an old version does not replace a newer value', async () => {
  const cache = createVersionedCache<string>(10)
  let arrive = (_value: string) => {}
  const old = cache.getOrLoad('room', 1, () => new Promise(resolve => (arrive = resolve)))
  await cache.getOrLoad('room', 2, async () => 'new')
  arrive('old')
  expect(await old).toBe('old')
  expect(cache.peek('room', 2)).toBe('new')
})

test('does not cache a read that overlaps with clear', async () => {
  const cache = createVersionedCache<string>(10)
  let arrive = (_value: string) => {}
  const early = cache.getOrLoad('room', 1, () => new Promise(resolve => (arrive = resolve)))
  cache.clear()
  arrive('early')
  await early
  expect(cache.peek('room', 1)).toBeUndefined()
})

test('a setter created before clear does nothing afterwards', () => {
  const cache = createVersionedCache<string>(10)
  const keep = cache.createSetter()
  keep('room', 1, 'first')
  expect(cache.peek('room', 1)).toBe('first')
  cache.clear()
  keep('room', 2, 'second')
  expect(cache.peek('room', 2)).toBeUndefined()
})

test('evicts values beyond its size', () => {
  const cache = createVersionedCache<string>(10, value => value.length)
  cache.set('first', 1, '123456')
  cache.set('second', 1, '123456')
  expect(cache.peek('first', 1)).toBeUndefined()
  expect(cache.peek('second', 1)).toBe('123456')
})
