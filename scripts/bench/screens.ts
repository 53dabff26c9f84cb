// Measures the time from a click to the painted screen, keys in a long note, the size and blocking time of the first page, and the
// requests of a sign-in, in Chromium against the built server. npm run bench screens
import { type Browser, chromium } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { chromiumOptions } from '#tests/browser/chromium.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import { type DevtoolsBrowser, launchDevtoolsBrowser } from './devtoolsBrowser.ts'
import { type Metric, medianOf, reportMetrics } from './metrics.ts'
import { type FirstPage, measureFirstPage } from './screens.firstPage.ts'
import { createScreensFixtures, type ScreensFixtures } from './screens.fixtures.ts'
import { runJourney } from './screens.journeys.ts'
import { measureSignIn, sizeOf } from './screens.requests.ts'
import { measureTyping } from './screens.typing.ts'

const RUNS = 5
/** The limit of a noticeable delay. */
const PAINTED_MS = 100
const FIRST_PAGE_KB = 82
const BLOCKING_MS = 150
const REQUESTS = 30

const engine = await startTestEngine()
const node = await startBuiltNode({ MONGODB_URL: await databaseUrl(engine.url, 'screens') })
const browser = await chromium.launch(chromiumOptions)
const devtoolsBrowser = await launchDevtoolsBrowser()
try {
  const fixtures = await createScreensFixtures(node.url)
  await reportMetrics('screens', [
    ...(await firstPages(devtoolsBrowser, fixtures)),
    ...(await signIn(browser, fixtures)),
    ...(await journeys(browser, fixtures)),
    ...(await measureTyping(devtoolsBrowser, node.url)),
  ])
} finally {
  await browser.close()
  await devtoolsBrowser.close()
  await node.stop()
  await engine.stop()
}

async function journeys(browser: Browser, fixtures: ScreensFixtures): Promise<Metric[]> {
  const runs = await repeated(async () => {
    const context = await browser.newContext({ baseURL: node.url, locale: 'ko-KR' })
    const page = await context.newPage()
    await page.goto('/icon.svg')
    await page.evaluate(token => sessionStorage.setItem('authToken', token), fixtures.author.token)
    const durations = await runJourney(page, fixtures)
    await context.close()
    return durations
  })
  return [...(runs[0]?.keys() ?? [])].map(name => ({
    name,
    value: medianOf(runs.map(run => run.get(name) ?? Number.NaN)),
    unit: 'ms',
    atMost: PAINTED_MS,
  }))
}

async function firstPages(browser: DevtoolsBrowser, { author }: ScreensFixtures): Promise<Metric[]> {
  const home = await repeated(() => measureFirstPage(browser, node.url, paths.home))
  const friends = await repeated(() => measureFirstPage(browser, node.url, paths.friends, author))
  return [
    { ...firstPageMetric(home, '/home, first JS + CSS', 'firstKb'), atMost: FIRST_PAGE_KB },
    ...[
      { runs: home, path: paths.home },
      { runs: friends, path: paths.friends },
    ].flatMap(({ runs, path }) => [
      { ...firstPageMetric(runs, `${path}, blocking`, 'blockingMs'), atMost: BLOCKING_MS },
      firstPageMetric(runs, `${path}, blocking before the first paint`, 'blockingBeforeMs'),
      firstPageMetric(runs, `${path}, first paint`, 'firstPaintMs'),
      firstPageMetric(runs, `${path}, later JS + CSS`, 'lateKb'),
      firstPageMetric(runs, `${path}, fonts`, 'fontKb'),
    ]),
  ]
}

function firstPageMetric(runs: FirstPage[], name: string, key: keyof FirstPage): Metric {
  return { name, value: medianOf(runs.map(run => run[key])), unit: key.endsWith('Ms') ? 'ms' : 'kB' }
}

async function signIn(browser: Browser, { author }: ScreensFixtures): Promise<Metric[]> {
  const times = await repeated(() => measureSignIn(browser, node.url, author))
  // Of the middle one, all of whose figures belong together.
  times.sort((one, other) => one.all.length - other.all.length)
  const { all = [], afterPassword = [] } = times[Math.floor(times.length / 2)] ?? {}
  return [
    { name: 'home → friends, requests', value: all.length, unit: '', atMost: REQUESTS },
    { name: 'home → friends, JS + CSS', value: sizeOf(all, 'script', 'style'), unit: 'kB' },
    { name: 'home → friends, fonts', value: sizeOf(all, 'font'), unit: 'kB' },
    { name: 'password → friends, requests', value: afterPassword.length, unit: '' },
    {
      name: 'password → friends, calls among them',
      value: afterPassword.filter(({ kind }) => kind === 'call').length,
      unit: '',
    },
    {
      name: 'password → friends, bytes',
      value: afterPassword.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
      unit: 'kB',
    },
  ]
}

/** One after the other. */
async function repeated<Result>(measure: () => Promise<Result>): Promise<Result[]> {
  const results = []
  for (let run = 0; run < RUNS; run += 1) results.push(await measure())
  return results
}
