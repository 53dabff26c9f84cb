import { setTimeout } from 'node:timers/promises'
import type { TestUser } from '#tests/support/users.ts'
import type { DevtoolsBrowser } from './devtoolsBrowser.ts'
import { type Task, traceMainThread } from './mainThread.ts'
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
