import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeredSoon } from './inTime.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer or a failure that comes soon is passed on, and leaves no timer', async () => {
  expect(await answeredSoon(Promise.resolve(1))).toBe(1)
  await expect(answeredSoon(Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer that takes too long is no answer', async () => {
  const coming = expect(answeredSoon(new Promise(() => undefined))).rejects.toMatchObject({ code: 'offline' })
  await vi.advanceTimersToNextTimerAsync()
  await coming
})
