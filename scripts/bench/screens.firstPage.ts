import { setTimeout } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'
import type { TestUser } from '#tests/support/users.ts'
import type { DevtoolsBrowser } from './devtoolsBrowser.ts'
import { sizeOf, watchRequests } from './screens.requests.ts'

/** Enough for all idle work, also with CPU throttling. */
const IDLE_AFTER_MS = 4_000
const CPU_SLOWDOWN = 4
const PHONE = { width: 390, height: 844 }
/** Longer tasks block, by the definition of total blocking time. */
const TASK_MS = 50

export interface FirstPage {
  /** JS and CSS loaded before the load event, in kB. */
  firstKb: number
  lateKb: number
  fontKb: number
  /** Blocking time after the first paint, in milliseconds, with a CPU four times slower. */
  blockingMs: number
  /** Blocking time before the first paint. */
  blockingBeforeMs: number
  firstPaintMs: number
}

/** Measures a screen in a new browser context. */
export async function measureFirstPage(
  browser: DevtoolsBrowser,
  url: string,
  path: string,
  user?: TestUser,
): Promise<FirstPage> {
  const { devtools, goTo, evaluate, close } = await browser.openTab()
  if (user) {
    await goTo(`${url}/icon.svg`)
    await evaluate(`sessionStorage.setItem('authToken', ${JSON.stringify(user.token)})`)
  }
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...PHONE, deviceScaleFactor: 1, mobile: false })
  const requests = await watchRequests(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const endTrace = await traceMainThread(devtools)
  await goTo(url + path)
  const first = [...requests]
  const firstKb = sizeOf(first, 'script', 'style')
  await setTimeout(IDLE_AFTER_MS)
  const { tasks, firstPaintMs = Number.NaN } = await endTrace()
  const firstPaint = await evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  )
  await close()
  return {
    firstKb,
    lateKb: sizeOf(requests, 'script', 'style') - firstKb,
    fontKb: sizeOf(requests, 'font'),
    blockingMs: blockingOf(tasks.filter(({ atMs }) => atMs >= firstPaintMs)),
    blockingBeforeMs: blockingOf(tasks.filter(({ atMs }) => atMs < firstPaintMs)),
    firstPaintMs: firstPaint,
  }
}

function blockingOf(tasks: Task[]): number {
  return tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - TASK_MS), 0)
}

/** A task of the page's main thread. */
export interface Task {
  /** Start in milliseconds on the trace's clock. */
  atMs: number
  endMs: number
  /** Processor time, which other load hardly affects. */
  ms: number
}

export interface Trace {
  tasks: Task[]
  /** On the same clock; undefined if nothing was painted. */
  firstPaintMs: number | undefined
  /** Those that the page has set with `performance.mark`. */
  marks: { name: string; atMs: number }[]
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Instant events. */
const MARK = /^[IRin]$/
const WHOLE_TASK = 'ThreadControllerImpl::RunTask'

/** Records the main thread's tasks until the returned function is called. */
export async function traceMainThread(devtools: CDPSession): Promise<() => Promise<Trace>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['toplevel', '__metadata', 'loading', 'blink.user_timing']
  await devtools.send('Tracing.start', { traceConfig: { includedCategories } })

  return async () => {
    const complete = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
    const mains = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
    const ofMain = events.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`))
    const paint = ofMain.find(({ name }) => name === 'firstContentfulPaint')
    return {
      tasks: ofMain
        .filter(({ ph, name }) => ph === 'X' && name === WHOLE_TASK)
        .map(({ ts, dur = 0, tdur = 0 }) => ({ atMs: ts / 1000, endMs: (ts + dur) / 1000, ms: tdur / 1000 })),
      firstPaintMs: paint && paint.ts / 1000,
      marks: ofMain.filter(({ ph }) => MARK.test(ph)).map(({ name, ts }) => ({ name, atMs: ts / 1000 })),
    }
  }
}
