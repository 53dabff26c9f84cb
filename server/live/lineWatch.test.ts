import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLine } from './lineWatch.ts'

const onChange = vi.fn()
let isUp: boolean
let line: ReturnType<typeof watchLine>

beforeEach(() => {
  vi.useFakeTimers()
  onChange.mockClear()
  isUp = true
  line = watchLine({ ask: async () => isUp || Promise.reject(new Error('away')), onChange })
})
afterEach(() => {
  line.stop()
  vi.useRealTimers()
})

test('a line that is cut is told once, and once when it is back', async () => {
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onChange).not.toHaveBeenCalled()
  isUp = false
  await vi.advanceTimersByTimeAsync(1_500)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
  expect(line.isCut()).toBe(true)
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
