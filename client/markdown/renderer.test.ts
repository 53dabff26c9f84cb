import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUDGETS, type RenderRequest, type RenderResult } from './rendered.ts'
import { createRenderer } from './renderer.ts'

const RENDERED: RenderResult = { status: 'rendered', nodes: [], size: 0 }

vi.mock('./scheduler.ts', () => ({
  scheduleUpdate(_: number, show: () => void) {
    show()
    return () => {}
  },
}))

/** A worker whose results the test controls. */
class FakeWorker {
  onmessage: (event: { data: unknown }) => void = () => {}
  onerror: () => void = () => {}
  requests: RenderRequest<string>[] = []
  isTerminated = false
  postMessage(request: RenderRequest<string>): void {
    this.requests.push(request)
  }
  terminate(): void {
    this.isTerminated = true
  }
  respond(result: RenderResult = RENDERED): void {
    this.onmessage({ data: result })
  }
}

let workers: FakeWorker[]
const open = vi.fn(async () => {
  const worker = new FakeWorker()
  workers.push(worker)
  return worker as unknown as Worker
})

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  open.mockClear()
})
afterEach(() => vi.useRealTimers())

/** Runs pending promises and timers without a delay. */
const flush = () => vi.advanceTimersByTimeAsync(0)

test('loads the engine once, with the first job', async () => {
  const renderer = createRenderer<string>(open)
  expect(open).not.toHaveBeenCalled()
  const show = vi.fn()
  renderer.render('a', 'default', show)
  renderer.render('b', 'default', show)
  await flush()
  expect(workers).toHaveLength(1)
  expect(workers[0]?.requests.map(({ job }) => job)).toEqual(['a', 'b'])
  expect(show).not.toHaveBeenCalled()
})

test('renders equal jobs once and serves later ones from the cache', async () => {
  const renderer = createRenderer<string>(open)
  const [first, second, later] = [vi.fn(), vi.fn(), vi.fn()]
  renderer.render('a', 'default', first)
  renderer.render('a', 'default', second)
  await flush()
  workers[0]?.respond()
  expect(first).toHaveBeenCalledExactlyOnceWith(RENDERED)
  expect(second).toHaveBeenCalledExactlyOnceWith(RENDERED)
  renderer.render('a', 'default', later)
  expect(later).toHaveBeenCalledExactlyOnceWith(RENDERED)
  expect(workers[0]?.requests).toHaveLength(1)
})

test('terminates the worker on a timeout and continues with a new one', async () => {
  const renderer = createRenderer<string>(open)
  const [before, slow, after] = [vi.fn(), vi.fn(), vi.fn()]
  renderer.render('before', 'default', before)
  renderer.render('slow', 'default', slow)
  renderer.render('after', 'default', after)
  await flush()
  workers[0]?.respond()
  await vi.advanceTimersByTimeAsync(BUDGETS.default.ms)
  expect(before).toHaveBeenCalledWith(RENDERED)
  expect(slow).toHaveBeenCalledExactlyOnceWith({ status: 'overBudget' })
  expect(workers[0]?.isTerminated).toBe(true)
  expect(workers[1]?.requests.map(({ job }) => job)).toEqual(['after'])
  workers[1]?.respond()
  expect(after).toHaveBeenCalledWith(RENDERED)
})

test('gives a job more time with the extended budget', async () => {
  const renderer = createRenderer<string>(open)
  const [first, second] = [vi.fn(), vi.fn()]
  renderer.render('slow', 'default', first)
  await vi.advanceTimersByTimeAsync(BUDGETS.default.ms)
  expect(first).toHaveBeenCalledWith({ status: 'overBudget' })
  renderer.render('slow', 'extended', second)
  await vi.advanceTimersByTimeAsync(BUDGETS.default.ms * 2)
  expect(second).not.toHaveBeenCalled()
  workers[1]?.respond()
  expect(second).toHaveBeenCalledExactlyOnceWith(RENDERED)
})

test('a job that crashes the worker is over budget', async () => {
  const renderer = createRenderer<string>(open)
  const show = vi.fn()
  renderer.render('huge', 'default', show)
  await flush()
  workers[0]?.onerror()
  await flush()
  expect(show).toHaveBeenCalledExactlyOnceWith({ status: 'overBudget' })
  expect(workers[0]?.isTerminated).toBe(true)
})

test('reports a failed load to all jobs and retries with the next job', async () => {
  const renderer = createRenderer<string>(open)
  open.mockRejectedValueOnce(new Error('offline'))
  const [first, second, later] = [vi.fn(), vi.fn(), vi.fn()]
  renderer.render('a', 'default', first)
  renderer.render('b', 'default', second)
  await flush()
  expect(first).toHaveBeenCalledExactlyOnceWith({ status: 'unavailable' })
  expect(second).toHaveBeenCalledExactlyOnceWith({ status: 'unavailable' })
  renderer.render('a', 'default', later)
  await flush()
  workers[0]?.respond()
  expect(later).toHaveBeenCalledExactlyOnceWith(RENDERED)
})

test('does not run cancelled jobs', async () => {
  const renderer = createRenderer<string>(open)
  const [cancelled, waiting] = [vi.fn(), vi.fn()]
  renderer.render('cancelled', 'default', cancelled)()
  renderer.render('waiting', 'default', waiting)
  await flush()
  expect(workers[0]?.requests.map(({ job }) => job)).toEqual(['waiting'])
  workers[0]?.respond()
  expect(cancelled).not.toHaveBeenCalled()
  expect(waiting).toHaveBeenCalledOnce()
})
