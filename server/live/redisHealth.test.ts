import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchReachability } from './redisHealth.ts'

const onChange = vi.fn()
let isUp: boolean
let reachability: ReturnType<typeof watchReachability>

beforeEach(() => {
  vi.useFakeTimers()
  onChange.mockClear()
  isUp = true
  reachability = watchReachability({ ask: async () => isUp || Promise.reject(new Error('away')), onChange })
})
afterEach(() => {
  reachability.stop()
  vi.useRealTimers()
})

test('a line that is cut is told once, and once when it is back', async () => {
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onChange).not.toHaveBeenCalled()
  isUp = false
  await vi.advanceTimersByTimeAsync(1_500)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
  expect(reachability.isPartitioned()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onChange).toHaveBeenCalledOnce()
  isUp = true
  await vi.advanceTimersByTimeAsync(500)
  expect(onChange).toHaveBeenLastCalledWith(false)
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('a hiccup is not told', async () => {
  isUp = false
  await vi.advanceTimersByTimeAsync(700)
  isUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onChange).not.toHaveBeenCalled()
})
