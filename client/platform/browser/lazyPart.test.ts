import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'
import { LazyPartFailed, lazyModule, loadPatiently } from './lazyModule.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a part that fails twice and then comes is no failure', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce('offline')
    .mockRejectedValueOnce('offline')
    .mockResolvedValue('part')
  const part = loadPatiently(load)
  await vi.runAllTimersAsync()
  await expect(part).resolves.toBe('part')
  expect(load).toHaveBeenCalledTimes(3)
})

test('a part that never comes ends in an error of its own kind', async () => {
  const rejected = expect(loadPatiently(() => Promise.reject(new Error('offline')))).rejects.toThrow(
    LazyPartFailed,
  )
  await vi.runAllTimersAsync()
  await rejected
})

test('a part that keeps silent is given up after the time-out', async () => {
  let settled = false
  const part = loadPatiently(() => new Promise(() => {}))
  part.catch(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(LAZY_PART_TIMEOUT_MS - 1)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expect(part).rejects.toThrow(LazyPartFailed)
})

test('a part is fetched once, however often it is asked for', async () => {
  const fetch = vi.fn(async () => 'part')
  const part = lazyModule(fetch)
  expect(part.arrival()).toEqual({})
  await Promise.all([part.load(), part.load()])
  expect(part.arrival()).toEqual({ part: 'part' })
  await expect(part.load()).resolves.toBe('part')
  expect(fetch).toHaveBeenCalledOnce()
})

test('whoever waits hears of a failure, which stays until the next attempt has succeeded', async () => {
  let answer = async () => Promise.reject(new Error('offline'))
  const part = lazyModule<string>(() => answer())
  const tell = vi.fn()
  part.subscribe(tell)
  const rejected = expect(part.load()).rejects.toThrow(LazyPartFailed)
  await vi.runAllTimersAsync()
  await rejected
  expect(part.arrival().failure).toBeInstanceOf(LazyPartFailed)
  expect(tell).toHaveBeenCalledOnce()

  answer = async () => 'part' as never
  const loading = part.load()
  expect(part.arrival()).toMatchObject({ failure: expect.any(LazyPartFailed), isRetrying: true })
  await expect(loading).resolves.toBe('part')
  expect(part.arrival()).toEqual({ part: 'part' })
})

test('a failure is forgotten with the last who waited, and never kept for nobody', async () => {
  const part = lazyModule<string>(() => Promise.reject(new Error('offline')))
  const fail = async () => {
    const rejected = expect(part.load()).rejects.toThrow(LazyPartFailed)
    await vi.runAllTimersAsync()
    await rejected
  }
  await fail()
  expect(part.arrival()).toEqual({})
  const stop = part.subscribe(() => {})
  await fail()
  stop()
  expect(part.arrival()).toEqual({})
})
