import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withScreenTimeout } from './timeouts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('passes on a quick response or failure, and leaves no timer', async () => {
  expect(await withScreenTimeout(Promise.resolve(1))).toBe(1)
  await expect(withScreenTimeout(Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects with offline after the time-out', async () => {
  const rejection = expect(withScreenTimeout(new Promise(() => undefined))).rejects.toMatchObject({
    code: 'offline',
  })
  await vi.advanceTimersToNextTimerAsync()
  await rejection
})
