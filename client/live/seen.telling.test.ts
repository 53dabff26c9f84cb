import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSeenTelling } from './seen.telling.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first is told at once, all else once a second', async () => {
  const tell = vi.fn(async () => undefined)
  const telling = createSeenTelling(tell)
  for (const seq of [1, 2, 3]) telling.add(seq)
  expect(tell.mock.calls).toEqual([[[1]]])
  await vi.advanceTimersByTimeAsync(999)
  telling.add(4)
  expect(tell).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(tell.mock.calls).toEqual([[[1]], [[2, 3, 4]]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell).toHaveBeenCalledTimes(2)
})

test('what did not arrive is told after the break, or with what comes next', async () => {
  const failing = () => Promise.reject(new Error('unreached'))
  const tell = vi
    .fn(async () => undefined)
    .mockImplementationOnce(failing)
    .mockImplementationOnce(failing)
  const telling = createSeenTelling(tell)
  telling.add(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell.mock.calls).toEqual([[[1]]])
  telling.add(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell.mock.lastCall).toEqual([[2, 1]])
  telling.tryAgain()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell.mock.calls.slice(2)).toEqual([[[2, 1]]])
})

test('who leaves tells what is left, and nothing when nothing is', async () => {
  const tell = vi.fn(async () => undefined)
  const telling = createSeenTelling(tell)
  telling.add(1)
  telling.add(2)
  telling.finish()
  expect(tell.mock.calls).toEqual([[[1]], [[2]]])
  telling.finish()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell).toHaveBeenCalledTimes(2)
})
