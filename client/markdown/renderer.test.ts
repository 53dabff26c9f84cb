import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUDGETS, createRenderer, type RenderRequest, type RenderResult } from './renderer.ts'

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

let renderer: ReturnType<typeof createRenderer<string>>

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  open.mockClear()
  renderer = createRenderer<string>(open)
})
afterEach(() => vi.useRealTimers())

/** Requests a job. Returns the function that shows its result. */
function render(job: string, budget: keyof typeof BUDGETS = 'default') {
  const show = vi.fn()
  renderer.render(job, budget, show)
  return show
}

/** Runs pending promises and timers without a delay. */
const flush = () => vi.advanceTimersByTimeAsync(0)

test('loads the engine once, with the first job', async () => {
  expect(open).not.toHaveBeenCalled()
  const show = render('a')
  render('b')
  await flush()
  expect(workers).toHaveLength(1)
  expect(workers[0]?.requests.map(({ job }) => job)).toEqual(['a', 'b'])
  expect(show).not.toHaveBeenCalled()
})

test('renders equal jobs once and serves later ones from the cache', async () => {
  const [first, second] = [render('a'), render('a')]
  await flush()
  workers[0]?.respond()
  expect(first).toHaveBeenCalledExactlyOnceWith(RENDERED)
  expect(second).toHaveBeenCalledExactlyOnceWith(RENDERED)
  const later = render('a')
  expect(later).toHaveBeenCalledExactlyOnceWith(RENDERED)
  expect(workers[0]?.requests).toHaveLength(1)
})

test('terminates the worker on a timeout and continues with a new one', async () => {
  const [before, slow, after] = [render('before'), render('slow'), render('after')]
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
  const first = render('slow')
  await vi.advanceTimersByTimeAsync(BUDGETS.default.ms)
  expect(first).toHaveBeenCalledWith({ status: 'overBudget' })
  const second = render('slow', 'extended')
  await vi.advanceTimersByTimeAsync(BUDGETS.default.ms * 2)
  expect(second).not.toHaveBeenCalled()
  workers[1]?.respond()
  expect(second).toHaveBeenCalledExactlyOnceWith(RENDERED)
})

test('a job that crashes the worker is over budget', async () => {
  const show = render('huge')
  await flush()
  workers[0]?.onerror()
  await flush()
  expect(show).toHaveBeenCalledExactlyOnceWith({ status: 'overBudget' })
  expect(workers[0]?.isTerminated).toBe(true)
})

test('reports a failed load to all jobs and retries with the next job', async () => {
  open.mockRejectedValueOnce(new Error('offline'))
  const [first, second] = [render('a'), render('b')]
  await flush()
  expect(first).toHaveBeenCalledExactlyOnceWith({ status: 'unavailable' })
  expect(second).toHaveBeenCalledExactlyOnceWith({ status: 'unavailable' })
  const later = render('a')
  await flush()
  workers[0]?.respond()
  expect(later).toHaveBeenCalledExactlyOnceWith(RENDERED)
})

test('does not run cancelled jobs', async () => {
  const cancelled = vi.fn()
  renderer.render('cancelled', 'default', cancelled)()
  const waiting = render('waiting')
  await flush()
  expect(workers[0]?.requests.map(({ job }) => job)).toEqual(['waiting'])
  workers[0]?.respond()
  expect(cancelled).not.toHaveBeenCalled()
  expect(waiting).toHaveBeenCalledOnce()
})
