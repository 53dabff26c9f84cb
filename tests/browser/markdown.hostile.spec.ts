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
