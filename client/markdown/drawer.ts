import { LRUCache } from 'lru-cache'
import { countDown } from '#client/platform/browser/timeLimit.ts'
import { type Answer, BUDGETS, type Budget, type Question } from './drawn.ts'
import { inTurn } from './turns.ts'

/** `unavailable`: what draws could not be loaded. */
export type Outcome = Answer | { is: 'unavailable' }

/** Draws formulas, or code, away from the page. */
export type Drawer<Job> = {
  /**
   * Has a job done and calls `show` in its turn: at once where it was done before. Returns how to call it off. What
   * takes longer than its budget is given up; what could not be loaded is tried again with the next job.
   */
  draw: (job: Job, budget: Budget, show: (outcome: Outcome) => void) => () => void
}

type Given<Job> = { job: Job; budget: Budget }
/** A job, and those who wait for it. */
type Order<Job> = Given<Job> & { listeners: Set<(outcome: Outcome) => void> }

/** Jobs given to the worker together, so that it goes on while the page shows what is drawn. */
const AT_ONCE = 50

/** In elements: drawings that are remembered for whoever asks for the same. */
const MOST_REMEMBERED = 50_000

/** `open` starts a worker and resolves when it is ready. One is kept, and another is opened when that one was given up. */
export function createDrawer<Job>(open: () => Promise<Worker>): Drawer<Job> {
  const known = new LRUCache<string, Answer>({ maxSize: MOST_REMEMBERED, sizeCalculation: sizeOf })
  const orders = new Map<string, Order<Job>>()
  let worker: Worker | undefined
  let isWorking = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    while (orders.size > 0) {
      try {
        worker ??= await open()
      } catch {
        for (const key of [...orders.keys()]) tellAll(key, { is: 'unavailable' })
        break
      }
      const batch = [...orders].slice(0, AT_ONCE)
      const given = batch.map(([, { job, budget }]) => ({ job, budget }))
      let answered = 0
      const isWell = await askAll(worker, given, answer => settle(batch[answered++]?.[0], answer))
      if (isWell) continue
      worker.terminate()
      worker = undefined
      settle(batch[answered]?.[0], { is: 'over' })
    }
    isWorking = false
  }

  function settle(key: string | undefined, answer: Answer): void {
    if (key === undefined) return
    known.set(key, answer)
    tellAll(key, answer)
  }

  function tellAll(key: string, outcome: Outcome): void {
    const order = orders.get(key)
    orders.delete(key)
    for (const tell of order?.listeners ?? []) tell(outcome)
  }

  return {
    draw(job, budget, show) {
      const key = JSON.stringify([budget, job])
      const before = known.get(key)
      if (before) return inTurn(sizeOf(before), () => show(before))

      const order = orders.get(key) ?? { job, budget, listeners: new Set() }
      let callOff = () => {
        order.listeners.delete(tell)
        if (order.listeners.size === 0) orders.delete(key)
      }
      const tell = (outcome: Outcome) => {
        callOff = inTurn(sizeOf(outcome), () => show(outcome))
      }
      order.listeners.add(tell)
      orders.set(key, order)
      void work()
      return () => callOff()
    },
  }
}

function sizeOf(outcome: Outcome): number {
  return outcome.is === 'drawn' ? outcome.size + 1 : 1
}

/** Tells the answers in the order of the jobs. Resolves with false when the worker takes too long for one, or breaks. */
function askAll<Job>(
  worker: Worker,
  jobs: readonly Given<Job>[],
  tell: (answer: Answer) => void,
): Promise<boolean> {
  return new Promise(resolve => {
    let answered = 0
    let stop = () => {}
    const awaitNext = () => {
      const next = jobs[answered]
      if (next === undefined) resolve(true)
      else stop = countDown(BUDGETS[next.budget].ms, () => resolve(false))
    }
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      stop()
      answered++
      tell(data)
      awaitNext()
    }
    worker.onerror = () => {
      stop()
      resolve(false)
    }
    for (const { job, budget } of jobs) {
      worker.postMessage({ job, mostSize: BUDGETS[budget].mostSize } satisfies Question<Job>)
    }
    awaitNext()
  })
}
