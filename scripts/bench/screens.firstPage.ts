import type { Browser } from '@playwright/test'
import type { Person } from '#tests/support/person.ts'
import { type Task, traceMainThread } from './mainThread.ts'
import { watchRequests, weightOf } from './screens.requests.ts'

/** Long enough for everything that waits until the page rests, also on the slow processor. */
const RESTS_AFTER_MS = 4_000
const TIMES_SLOWER = 4
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
  browser: Browser,
  url: string,
  path: string,
  person?: Person,
): Promise<FirstPage> {
  const page = await browser.newPage({ baseURL: url, locale: 'ko-KR' })
  if (person) {
    await page.goto('/icon.svg')
    await page.evaluate(token => sessionStorage.setItem('authToken', token), person.token)
  }
  const { requests, devtools } = await watchRequests(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  const endTrace = await traceMainThread(devtools)
  await page.goto(path, { waitUntil: 'load' })
  const first = [...requests]
  const firstKb = weightOf(first, 'script', 'style')
  await page.waitForTimeout(RESTS_AFTER_MS)
  const { tasks, firstPaintMs = Number.NaN } = await endTrace()
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.context().close()
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
