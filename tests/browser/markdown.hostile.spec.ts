import { openNotesPage } from '#tests/support/notesPage.ts'
import { notes } from '../../scripts/bench/markdown.notes.ts'
import { chromiumOptions } from './chromium.ts'
import { expect, test } from './fixtures.ts'

// With the optimizing compilers, because the test measures time.
test.use({ launchOptions: chromiumOptions })

test('hostile notes neither break nor block the page', async ({ page, notesPage }) => {
  await openNotesPage(page, notesPage)
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  for (const { name, text } of notes) {
    const took = await page.evaluate(written => {
      const start = performance.now()
      window.showNotes([written])
      return performance.now() - start
    }, text)
    expect(took, name).toBeLessThan(1000)
  }
  expect(errors).toEqual([])
})

test('a formula covers nothing above and below its note', async ({ page, notesPage }) => {
  await openNotesPage(page, notesPage)
  const cover = String.raw`$\begin{matrix}\smash{\raisebox{-15em}{\rule{30em}{30em}}}\end{matrix}$`
  const isCovered = await page.evaluate(async formula => {
    window.showNotes(['앞 노트', formula, '뒤 노트'])
    await window.notesReady()
    return [...document.querySelectorAll('.md')].map(note => {
      const { left, top, height } = note.getBoundingClientRect()
      return !note.contains(document.elementFromPoint(left + 20, top + height / 2))
    })
  }, cover)
  expect(isCovered).toEqual([false, false, false])
})
