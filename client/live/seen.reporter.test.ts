import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createSeenReporter } from './seen.reporter.ts'

const unreached = () => Promise.reject(new Error('unreached'))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first is told at once, all else once a second', async () => {
  const tell = vi.fn(async () => undefined)
  const reporter = createSeenReporter(tell)
  for (const seq of [1, 2, 3]) reporter.add(seq)
  expect(tell.mock.calls).toEqual([[[1]]])
  await vi.advanceTimersByTimeAsync(999)
  reporter.add(4)
  expect(tell).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(tell.mock.calls).toEqual([[[1]], [[2, 3, 4]]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell).toHaveBeenCalledTimes(2)
})

test('what did not arrive is told after the break, or with what comes next', async () => {
  const tell = vi
    .fn(async () => undefined)
    .mockImplementationOnce(unreached)
    .mockImplementationOnce(unreached)
  const reporter = createSeenReporter(tell)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tell.mock.calls).toEqual([[[1]]])
  reporter.add(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tell.mock.lastCall).toEqual([[2, 1]])
  reporter.tryAgain()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell.mock.calls.slice(2)).toEqual([[[2, 1]]])
})

test('what did not arrive is told by itself after a while, less and less often, until it does', async () => {
  const tell = vi.fn(async () => undefined).mockImplementation(unreached)
  const reporter = createSeenReporter(tell)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(4_000 + 8_000 + 16_000)
  expect(tell.mock.calls).toEqual([[[1]], [[1]], [[1]], [[1]]])
  tell.mockImplementation(async () => undefined)
  await vi.advanceTimersByTimeAsync(32_000)
  expect(tell).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tell).toHaveBeenCalledTimes(5)
})

test('once something arrived, what does not is told as soon as at first', async () => {
  const tell = vi.fn(async () => undefined).mockImplementationOnce(unreached)
  const reporter = createSeenReporter(tell)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(4_000 + 1_000)
  expect(tell.mock.calls).toEqual([[[1]], [[1]]])
  tell.mockImplementationOnce(unreached)
  reporter.add(2)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(tell.mock.calls.slice(2)).toEqual([[[2]], [[2]]])
})

test('what was told too often is told again', async () => {
  const tell = vi
    .fn(async () => undefined)
    .mockRejectedValueOnce(new CallFailed({ code: 'tooMany', status: 429 }))
  createSeenReporter(tell).add(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tell.mock.calls).toEqual([[[1]], [[1]]])
})

test('what was refused is told no more', async () => {
  const tell = vi.fn(() => Promise.reject(new CallFailed({ code: 'notFound', status: 404 })))
  const reporter = createSeenReporter(tell)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(600_000)
  reporter.tryAgain()
  reporter.finish()
  expect(tell).toHaveBeenCalledOnce()
})

test('who leaves tells once more what did not arrive', async () => {
  const tell = vi.fn(async () => undefined).mockImplementation(unreached)
  const reporter = createSeenReporter(tell)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(1_000)
  reporter.finish()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tell.mock.calls).toEqual([[[1]], [[1]]])
})

test('who leaves tells what is left, and nothing when nothing is', async () => {
  const tell = vi.fn(async () => undefined)
  const reporter = createSeenReporter(tell)
  reporter.add(1)
  reporter.add(2)
  reporter.finish()
  expect(tell.mock.calls).toEqual([[[1]], [[2]]])
  reporter.finish()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell).toHaveBeenCalledTimes(2)
})
