// Measures the time from a key press in a note of 5,000 characters to its paint, in Chromium against the built server. npm run bench typing
import { chromium, type Locator, type Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { chromiumOptions } from '#tests/browser/chromium.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { keyProcessorTimes, recordTrace } from './keyTrace.ts'
import { type Metric, medianOf, reportMetrics } from './metrics.ts'

const KEYS = 150
/** One frame at 60 Hz. */
const PAINTED_MS = 16
const WORK_MS = 12
const VIEWPORT = { width: 1440, height: 900 }
const SIGNS = 4_900
const PARAGRAPH =
  '## 오늘 한 일\n\n- [ ] **우유**와 빵을 산다\n- 책을 읽고 느낀 점을 적는다\n\n오후에는 공원을 걸었다. 바람이 차가웠다.\n\n'

const engine = await startTestEngine()
const node = await startBuiltNode({ MONGODB_URL: await databaseUrl(engine.url, 'typing') })
const browser = await chromium.launch(chromiumOptions)
try {
  const author = await newUser(node.url)
  const text = PARAGRAPH.repeat(Math.floor(SIGNS / PARAGRAPH.length))
  const noteNo = await writeNote(author, '긴 노트', text)
  const metrics: Metric[] = []

  const baseline = await browser.newPage({ viewport: VIEWPORT })
  await baseline.setContent('<textarea rows="30" cols="60"></textarea>')
  await baseline.locator('textarea').fill(text)
  await measureKeys('a baseline text area', baseline, baseline.locator('textarea'))

  for (const mode of ['notes.modeWrite', 'notes.modeSplit'] as const) {
    const page = await newPage(author.token)
    await page.goto(paths.updateNote(noteNo))
    await page.getByRole('radio', { name: ko[mode], exact: true }).check({ force: true })
    await measureKeys(ko[mode], page, page.getByLabel(ko['notes.body'], { exact: true }), {
      painted: PAINTED_MS,
      work: WORK_MS,
    })
  }
  await reportMetrics('typing', metrics)

  async function measureKeys(
    where: string,
    page: Page,
    area: Locator,
    atMost?: { painted: number; work: number },
  ) {
    const { painted, work } = await msOfKeys(page, area)
    const name = `a key in ${text.length} signs, ${where}`
    metrics.push({
      name: `${name}: until painted`,
      value: painted,
      unit: 'ms',
      ...(atMost && { atMost: atMost.painted }),
    })
    metrics.push({
      name: `${name}: at work`,
      value: work,
      unit: 'ms',
      ...(atMost && { atMost: atMost.work }),
    })
    await page.context().close()
  }
} finally {
  await browser.close()
  await node.stop()
  await engine.stop()
}

async function newPage(token: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: node.url, locale: 'ko-KR', viewport: VIEWPORT })
  await page.goto('/icon.svg')
  await page.evaluate(kept => sessionStorage.setItem('authToken', kept), token)
  return page
}

/**
 * Medians over keys in the middle of the text. `painted`: from the key until its frame is painted. Half a frame of that (8 ms at 60 per
 * second) is the wait for the next frame, which a baseline text area has as well. `work`: the processor time within it, which excludes
 * other programs on the machine.
 */
async function msOfKeys(page: Page, body: Locator): Promise<{ painted: number; work: number }> {
  await body.evaluate((area: HTMLTextAreaElement) => {
    area.focus()
    area.setSelectionRange(area.value.length / 2, area.value.length / 2)
    const taken: number[] = []
    Object.assign(window, { taken })
    area.addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => taken.push(performance.now() - timeStamp)
        port2.postMessage(null)
      }),
    )
  })
  const events = await recordTrace(browser, async () => {
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('a')
      // What is drawn beside the text has its time as well.
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
    }
  })
  const taken = await page.evaluate(() => (window as unknown as { taken: number[] }).taken)
  return { painted: medianOf(taken), work: medianOf(keyProcessorTimes(events)) }
}
