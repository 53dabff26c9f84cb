import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'
import { LazyPartFailed, loadPatiently } from './lazyPart.ts'

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
  const refused = expect(loadPatiently(() => Promise.reject(new Error('offline')))).rejects.toThrow(
    LazyPartFailed,
  )
  await vi.runAllTimersAsync()
  await refused
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
