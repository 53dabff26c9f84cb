import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createSeenReporter, nothingSeen, withoutSeen, withSeenUpdate } from './seen.ts'

const update = (revision: number, readSeq: number, ...seqs: number[]) => ({
  hubNo: 4,
  numUnreadArticles: 0,
  revision,
  readSeq,
  seen: seqs.map(seq => ({ from: seq, to: seq })),
})
const note = (seq: number, isNew = true) => ({ seq, isNew })
const newOnes = (notes: { seq: number; isNew: boolean }[]) =>
  notes.filter(({ isNew }) => isNew).map(({ seq }) => seq)

test('keeps the update with the higher revision, in whatever order they arrive', () => {
  const known = withSeenUpdate(withSeenUpdate(nothingSeen, update(7, 3)), update(6, 1))
  expect(known.get(4)?.readSeq).toBe(3)
  expect(withSeenUpdate(known, update(7, 3))).toBe(known)
})

test('ignores an update without seen marks from a node of the previous release', () => {
  expect(withSeenUpdate(nothingSeen, { hubNo: 4, numUnreadArticles: 2, revision: 9 })).toBe(nothingSeen)
})

test('clears the new mark of seen notes only', () => {
  const seen = withSeenUpdate(nothingSeen, update(1, 2, 5)).get(4)
  const notes = [note(6), note(5), note(4), note(3, false), note(2)]
  expect(newOnes(withoutSeen(notes, seen))).toEqual([6, 4])
  expect(newOnes(withoutSeen(notes, undefined))).toEqual([6, 5, 4, 2])
})

describe('the reporter', () => {
  const unreached = () => Promise.reject(new Error('unreached'))

  /** A reporter whose first reports have these outcomes; later ones succeed. */
  function createReporter(...outcomes: (() => Promise<undefined>)[]) {
    const report = vi.fn(async () => undefined)
    for (const outcome of outcomes) report.mockImplementationOnce(outcome)
    return { report, reporter: createSeenReporter(report) }
  }

  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('reports the first at once and the rest once a second', async () => {
    const { report, reporter } = createReporter()
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
    const { report, reporter } = createReporter(unreached, unreached)
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
    const { report, reporter } = createReporter(unreached, unreached, unreached, unreached)
    reporter.add(1)
    await vi.advanceTimersByTimeAsync(4_000 + 8_000 + 16_000)
    expect(report.mock.calls).toEqual([[[1]], [[1]], [[1]], [[1]]])
    await vi.advanceTimersByTimeAsync(32_000)
    expect(report).toHaveBeenCalledTimes(5)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(report).toHaveBeenCalledTimes(5)
  })

  test('resets the retry delay after a success', async () => {
    const { report, reporter } = createReporter(unreached)
    reporter.add(1)
    await vi.advanceTimersByTimeAsync(4_000 + 1_000)
    expect(report.mock.calls).toEqual([[[1]], [[1]]])
    report.mockImplementationOnce(unreached)
    reporter.add(2)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(report.mock.calls.slice(2)).toEqual([[[2]], [[2]]])
  })

  test('retries after a rate limit', async () => {
    const { report, reporter } = createReporter(() =>
      Promise.reject(new CallFailed({ code: 'tooMany', status: 429 })),
    )
    reporter.add(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(report.mock.calls).toEqual([[[1]], [[1]]])
  })

  test('does not retry a rejected report', async () => {
    const { report, reporter } = createReporter(() =>
      Promise.reject(new CallFailed({ code: 'notFound', status: 404 })),
    )
    reporter.add(1)
    await vi.advanceTimersByTimeAsync(600_000)
    reporter.retry()
    reporter.finish()
    expect(report).toHaveBeenCalledOnce()
  })

  test('sends failed reports once more on finish', async () => {
    const { report, reporter } = createReporter(unreached, unreached)
    reporter.add(1)
    await vi.advanceTimersByTimeAsync(1_000)
    reporter.finish()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(report.mock.calls).toEqual([[[1]], [[1]]])
  })

  test('sends pending reports on finish, and nothing if there are none', async () => {
    const { report, reporter } = createReporter()
    reporter.add(1)
    reporter.add(2)
    reporter.finish()
    expect(report.mock.calls).toEqual([[[1]], [[2]]])
    reporter.finish()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(report).toHaveBeenCalledTimes(2)
  })
})
