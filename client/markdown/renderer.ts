import { LRUCache } from 'lru-cache'
import { openWorker } from '#client/platform/browser/openWorker.ts'
import { countDown } from '#client/platform/browser/timers.ts'
import { scheduleUpdate } from './scheduler.ts'

/** A node of a rendered formula or code block. `parent` is the index of its parent in the list, -1 at the top. */
export type RenderedNode = RenderedElement | RenderedText
export type RenderedElement = {
  parent: number
  tag: string
  className: string
  style: Readonly<Record<string, string>>
  attributes: Readonly<Record<string, string>>
}
type RenderedText = { parent: number; text: string }

/**
 * A rendered formula or code block. `nodes` is a flat list with each node after its parent, so that deep nesting does not exhaust
 * the stack of a structured clone. `size` is the approximate cost of showing it, in elements.
 */
export type Rendered = { status: 'rendered'; nodes: readonly RenderedNode[]; size: number }
/** `invalid`: not valid TeX, or an unknown programming language. `overBudget`: too slow or too large. */
export type RenderResult<Output = Rendered> = Output | { status: 'invalid' } | { status: 'overBudget' }
type AnyOutput = { status: 'rendered'; size: number }

export type FormulaJob = { tex: string; display: boolean }
export type CodeJob = { code: string; language: string }

/** A message to a worker. `ms` is for one that watches the time itself as well. */
export type RenderRequest<Job> = { job: Job; maxSize: number; ms: number }
/** The part of a worker that the renderer uses. */
export type RenderWorker = {
  postMessage: (request: unknown) => void
  terminate: () => void
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

/**
 * Limits for one formula or code block: milliseconds in the worker, and the size of the result. The page shows a thousand elements
 * in about 20 ms, so users do not notice the default budget. The extended budget applies after a user has asked for it.
 */
export const BUDGETS = {
  default: { ms: 1_000, maxSize: 2_500 },
  extended: { ms: 5_000, maxSize: 5_000 },
}
type Budget = keyof typeof BUDGETS
type Budgets = Record<Budget, { ms: number; maxSize: number }>

/** `unavailable`: the engine could not be loaded. */
export type RenderOutcome<Output = Rendered> = RenderResult<Output> | { status: 'unavailable' }

/** Renders formulas, code or diagrams outside of the page. */
export type Renderer<Job, Output = Rendered> = {
  /**
   * Queues a job and passes its outcome to `show` when the scheduler allows it; cached results may be shown at once. Returns a
   * function that cancels the job. A failed load of the engine is retried with the next job.
   */
  render: (job: Job, budget: Budget, show: (outcome: RenderOutcome<Output>) => void) => () => void
}

type JobWithBudget<Job> = { job: Job; budget: Budget }
type QueuedJob<Job, Output> = JobWithBudget<Job> & {
  listeners: Set<(outcome: RenderOutcome<Output>) => void>
}

/** Jobs sent to the worker at once, so that it continues while the page shows earlier results. */
const BATCH_SIZE = 50

/** In elements. */
const CACHE_SIZE = 50_000

/** `open` starts a worker and resolves when it is ready. The worker is reused until a job times out or crashes it. */
export function createRenderer<Job, Output extends AnyOutput = Rendered>(
  open: () => Promise<RenderWorker>,
  budgets: Budgets = BUDGETS,
): Renderer<Job, Output> {
  const cache = new LRUCache<string, RenderResult<Output>>({ maxSize: CACHE_SIZE, sizeCalculation: sizeOf })
  const queue = new Map<string, QueuedJob<Job, Output>>()
  let worker: RenderWorker | undefined
  let isRunning = false

  async function processQueue(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (queue.size > 0) {
      try {
        worker ??= await open()
      } catch {
        for (const key of [...queue.keys()]) notifyListeners(key, { status: 'unavailable' })
        break
      }
      const batch = [...queue].slice(0, BATCH_SIZE)
      const jobs = batch.map(([, { job, budget }]) => ({ job, budget }))
      let completed = 0
      const isAlive = await runJobs(worker, jobs, budgets, result =>
        complete(batch[completed++]?.[0], result as RenderResult<Output>),
      )
      if (isAlive) continue
      worker.terminate()
      worker = undefined
      complete(batch[completed]?.[0], { status: 'overBudget' })
    }
    isRunning = false
  }

  function complete(key: string | undefined, result: RenderResult<Output>): void {
    if (key === undefined) return
    cache.set(key, result)
    notifyListeners(key, result)
  }

  function notifyListeners(key: string, outcome: RenderOutcome<Output>): void {
    const queuedJob = queue.get(key)
    queue.delete(key)
    for (const listener of queuedJob?.listeners ?? []) listener(outcome)
  }

  return {
    render(job, budget, show) {
      const key = JSON.stringify([budget, job])
      const cached = cache.get(key)
      if (cached) return scheduleUpdate(sizeOf(cached), () => show(cached))

      const queuedJob = queue.get(key) ?? { job, budget, listeners: new Set() }
      let cancel = () => {
        queuedJob.listeners.delete(listener)
        if (queuedJob.listeners.size === 0) queue.delete(key)
      }
      const listener = (outcome: RenderOutcome<Output>) => {
        cancel = scheduleUpdate(sizeOf(outcome), () => show(outcome))
      }
      queuedJob.listeners.add(listener)
      queue.set(key, queuedJob)
      void processQueue()
      return () => cancel()
    },
  }
}

function sizeOf(outcome: RenderOutcome<AnyOutput>): number {
  return outcome.status === 'rendered' ? outcome.size + 1 : 1
}

/** Reports the results in the order of the jobs. Resolves to false if a job exceeds its time budget or the worker crashes. */
function runJobs<Job>(
  worker: RenderWorker,
  jobs: readonly JobWithBudget<Job>[],
  budgets: Budgets,
  onResult: (result: unknown) => void,
): Promise<boolean> {
  return new Promise(resolve => {
    let completed = 0
    let stopTimer = () => {}
    const waitForNext = () => {
      const next = jobs[completed]
      if (next === undefined) resolve(true)
      else stopTimer = countDown(budgets[next.budget].ms, () => resolve(false))
    }
    worker.onmessage = ({ data }) => {
      stopTimer()
      completed++
      onResult(data)
      waitForNext()
    }
    worker.onerror = () => {
      stopTimer()
      resolve(false)
    }
    for (const { job, budget } of jobs) {
      worker.postMessage({ job, ...budgets[budget] } satisfies RenderRequest<Job>)
    }
    waitForNext()
  })
}

/** Loads KaTeX and its styles with the first formula. */
export const formulaRenderer = createRenderer<FormulaJob>(async () => {
  const styles = import('./math.styles.ts')
  // The await below reports a failure.
  styles.catch(() => undefined)
  const worker = await openWorker(
    () => new Worker(new URL('./worker/math.worker.ts', import.meta.url), { type: 'module' }),
  )
  try {
    await styles
  } catch (error) {
    worker.terminate()
    throw error
  }
  return worker
})

/** Loads the highlighter with the first code block that names its language. */
export const codeRenderer = createRenderer<CodeJob>(() =>
  openWorker(() => new Worker(new URL('./worker/code.worker.ts', import.meta.url), { type: 'module' })),
)
