// Measures the longest main-thread task in Chromium while a slow note is rendered completely. Uses processor time, which
// other load hardly affects.
// node --import tsx scripts/bench/rendering.ts [part of the notes' names]
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '#tests/browser/chromium.ts'
import { buildNotesPage, openNotesPage } from '#tests/support/notesPage.ts'
import { traceMainThread } from './mainThread.ts'
import { slowNotes } from './rendering.notes.ts'

/** In milliseconds. */
const LONGEST_TASK = 100
const LONGEST_WAIT = 20_000
/** Code that a note loads stays loaded, so the page is reopened after this many notes. */
const NOTES_PER_PAGE = 25

type Measured = { longest: number; whole: number }

const [, , part = ''] = process.argv
const files = await buildNotesPage()
const browser = await chromium.launch(chromiumOptions)

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } })
  await openNotesPage(page, files)
  await page.evaluate(() => window.showNotes(['$x$\n\n```js\nlet a\n```']))
  await page.evaluate(() => window.notesReady())
  return page
}

/** The longest task and the time until the note is rendered, in milliseconds. */
async function measure(page: Page, text: string): Promise<Measured> {
  await page.evaluate(() => window.showNotes([]))
  const devtools = await page.context().newCDPSession(page)
  const endTrace = await traceMainThread(devtools)
  const whole = await page.evaluate(async written => {
    const start = performance.now()
    window.showNotes([written])
    await window.notesReady()
    return performance.now() - start
  }, text)
  // Includes the browser's work for the last update.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  const { tasks } = await endTrace()
  await devtools.detach()
  return { longest: Math.max(0, ...tasks.map(({ ms }) => ms)), whole }
}

async function measureWithTimeout(page: Page, text: string): Promise<Measured | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, LONGEST_WAIT, undefined)
  })
  const measured = await Promise.race([measure(page, text), tooLong])
  clearTimeout(timer)
  return measured
}

const rows = []
let page = await openPage()
for (const [index, { name, text }] of slowNotes.filter(note => note.name.includes(part)).entries()) {
  const measured = await measureWithTimeout(page, text)
  if (measured === undefined || index % NOTES_PER_PAGE === NOTES_PER_PAGE - 1) page = await openPage()
  const longest = measured?.longest ?? Number.POSITIVE_INFINITY
  rows.push({
    note: name.slice(0, 50),
    'longest task, ms': Math.round(longest),
    'all rendered, ms': Math.round(measured?.whole ?? Number.POSITIVE_INFINITY),
    ok: longest < LONGEST_TASK,
  })
}
await browser.close()
rows.sort((a, b) => b['longest task, ms'] - a['longest task, ms'])
console.log(`${rows.length} notes; those with the longest tasks (at most ${LONGEST_TASK} ms):`)
console.table(rows.slice(0, 30))
if (rows.some(row => !row.ok)) process.exitCode = 1
