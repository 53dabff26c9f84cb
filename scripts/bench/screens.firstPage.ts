import { setTimeout } from 'node:timers/promises'
import type { TestUser } from '#tests/support/users.ts'
import type { BareBrowser } from './bareBrowser.ts'
import { type Task, traceMainThread } from './mainThread.ts'
import { watchRequests, weightOf } from './screens.requests.ts'

/** Long enough for everything that waits until the page rests, also on the slow processor. */
const RESTS_AFTER_MS = 4_000
const TIMES_SLOWER = 4
const PHONE = { width: 390, height: 844 }
/** What a task may take before it counts as blocking: the definition of total blocking time. */
const TASK_MS = 50

export interface FirstPage {
  /** JS and CSS that came before the page was loaded, in kB. */
  firstKb: number
  lateKb: number
  fontKb: number
  /** On a processor four times slower, in milliseconds, from the first paint on. */
  blockingMs: number
  /** Likewise, before it. */
  blockingBeforeMs: number
  firstPaintMs: number
}

/** Opens a screen in a browser that has been nowhere yet. */
export async function measureFirstPage(
  browser: BareBrowser,
  url: string,
  path: string,
  person?: TestUser,
): Promise<FirstPage> {
  const { devtools, goTo, evaluate, close } = await browser.openTab()
  if (person) {
    await goTo(`${url}/icon.svg`)
    await evaluate(`sessionStorage.setItem('authToken', ${JSON.stringify(person.token)})`)
  }
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...PHONE, deviceScaleFactor: 1, mobile: false })
  const requests = await watchRequests(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  const endTrace = await traceMainThread(devtools)
  await goTo(url + path)
  const first = [...requests]
  const firstKb = weightOf(first, 'script', 'style')
  await setTimeout(RESTS_AFTER_MS)
  const { tasks, firstPaintMs = Number.NaN } = await endTrace()
  const firstPaint = await evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  )
  await close()
  return {
    firstKb,
    lateKb: weightOf(requests, 'script', 'style') - firstKb,
    fontKb: weightOf(requests, 'font'),
    blockingMs: blockingOf(tasks.filter(({ atMs }) => atMs >= firstPaintMs)),
    blockingBeforeMs: blockingOf(tasks.filter(({ atMs }) => atMs < firstPaintMs)),
    firstPaintMs: firstPaint,
  }
}

function blockingOf(tasks: Task[]): number {
  return tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - TASK_MS), 0)
}
