import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'
import { LazyLoadError, lazyModule, loadWithTimeout } from './lazyModule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('retries a load that fails twice', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce('offline')
    .mockRejectedValueOnce('offline')
    .mockResolvedValue('part')
  const part = loadWithTimeout(load)
  await vi.runAllTimersAsync()
  await expect(part).resolves.toBe('part')
  expect(load).toHaveBeenCalledTimes(3)
})

test('rejects with LazyLoadError after the time-out', async () => {
  let settled = false
  const part = loadWithTimeout(() => new Promise(() => {}))
  part.catch(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(LAZY_PART_TIMEOUT_MS - 1)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expect(part).rejects.toThrow(LazyLoadError)
})

test('fetches a module once', async () => {
  const fetch = vi.fn(async () => 'part')
  const part = lazyModule(fetch)
  expect(part.loadState()).toEqual({})
  await Promise.all([part.load(), part.load()])
  expect(part.loadState()).toEqual({ part: 'part' })
  await expect(part.load()).resolves.toBe('part')
  expect(fetch).toHaveBeenCalledOnce()
})

test('notifies subscribers of a failure and keeps it until an attempt succeeds', async () => {
  let answer = async () => Promise.reject(new Error('offline'))
  const part = lazyModule<string>(() => answer())
  const listener = vi.fn()
  part.subscribe(listener)
  const rejected = expect(part.load()).rejects.toThrow(LazyLoadError)
  await vi.runAllTimersAsync()
  await rejected
  expect(part.loadState().failure).toBeInstanceOf(LazyLoadError)
  expect(listener).toHaveBeenCalledOnce()

  answer = async () => 'part' as never
  const loading = part.load()
  expect(part.loadState()).toMatchObject({ failure: expect.any(LazyLoadError), isRetrying: true })
  await expect(loading).resolves.toBe('part')
  expect(part.loadState()).toEqual({ part: 'part' })
})

test('drops the failure when the last subscriber leaves, and stores none without subscribers', async () => {
  const part = lazyModule<string>(() => Promise.reject(new Error('offline')))
  const fail = async () => {
    const rejected = expect(part.load()).rejects.toThrow(LazyLoadError)
    await vi.runAllTimersAsync()
    await rejected
  }
  await fail()
  expect(part.loadState()).toEqual({})
  const unsubscribe = part.subscribe(() => {})
  await fail()
  unsubscribe()
  expect(part.loadState()).toEqual({})
})
