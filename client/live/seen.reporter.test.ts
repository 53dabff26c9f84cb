import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createSeenReporter } from './seen.reporter.ts'

const unreached = () => Promise.reject(new Error('unreached'))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('reports the first at once and the rest once a second', async () => {
  const report = vi.fn(async () => undefined)
  const reporter = createSeenReporter(report)
  for (const seq of [1, 2, 3]) reporter.add(seq)
  expect(report.mock.calls).toEqual([[[1]]])
  await vi.advanceTimersByTimeAsync(999)
  reporter.add(4)
  expect(report).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(report.mock.calls).toEqual([[[1]], [[2, 3, 4]]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report).toHaveBeenCalledTimes(2)
})

test('sends a failed report after a reconnect or with the next one', async () => {
  const report = vi
    .fn(async () => undefined)
    .mockImplementationOnce(unreached)
    .mockImplementationOnce(unreached)
  const reporter = createSeenReporter(report)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(report.mock.calls).toEqual([[[1]]])
  reporter.add(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(report.mock.lastCall).toEqual([[2, 1]])
  reporter.retry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report.mock.calls.slice(2)).toEqual([[[2, 1]]])
})

test('retries a failed report with growing delays until it succeeds', async () => {
  const report = vi.fn(async () => undefined).mockImplementation(unreached)
  const reporter = createSeenReporter(report)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(4_000 + 8_000 + 16_000)
  expect(report.mock.calls).toEqual([[[1]], [[1]], [[1]], [[1]]])
  report.mockImplementation(async () => undefined)
  await vi.advanceTimersByTimeAsync(32_000)
  expect(report).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(report).toHaveBeenCalledTimes(5)
})

test('resets the retry delay after a success', async () => {
  const report = vi.fn(async () => undefined).mockImplementationOnce(unreached)
  const reporter = createSeenReporter(report)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(4_000 + 1_000)
  expect(report.mock.calls).toEqual([[[1]], [[1]]])
  report.mockImplementationOnce(unreached)
  reporter.add(2)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(report.mock.calls.slice(2)).toEqual([[[2]], [[2]]])
})

test('retries after a rate limit', async () => {
  const report = vi
    .fn(async () => undefined)
    .mockRejectedValueOnce(new CallFailed({ code: 'tooMany', status: 429 }))
  createSeenReporter(report).add(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(report.mock.calls).toEqual([[[1]], [[1]]])
})

test('does not retry a rejected report', async () => {
  const report = vi.fn(() => Promise.reject(new CallFailed({ code: 'notFound', status: 404 })))
  const reporter = createSeenReporter(report)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(600_000)
  reporter.retry()
  reporter.finish()
  expect(report).toHaveBeenCalledOnce()
})

test('sends failed reports once more on finish', async () => {
  const report = vi.fn(async () => undefined).mockImplementation(unreached)
  const reporter = createSeenReporter(report)
  reporter.add(1)
  await vi.advanceTimersByTimeAsync(1_000)
  reporter.finish()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(report.mock.calls).toEqual([[[1]], [[1]]])
})

test('sends pending reports on finish, and nothing if there are none', async () => {
  const report = vi.fn(async () => undefined)
  const reporter = createSeenReporter(report)
  reporter.add(1)
  reporter.add(2)
  reporter.finish()
  expect(report.mock.calls).toEqual([[[1]], [[2]]])
  reporter.finish()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report).toHaveBeenCalledTimes(2)
})
