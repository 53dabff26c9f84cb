import fc from 'fast-check'
import { anyNote } from '#client/markdown/testing/anyNote.ts'
import { noteText } from '#protocol/noteText.ts'
import { openNotesPage } from '#tests/support/notesPage.ts'
import { expect, test } from './fixtures.ts'

const NOTES_AT_ONCE = 25
const NOTES = 150

test.beforeEach(async ({ page, notesPage }) => {
  await openNotesPage(page, notesPage)
})

/** The texts on the page directly after the notes are shown, and after everything is loaded. */
async function readTexts(page: Parameters<typeof openNotesPage>[0], markdowns: readonly string[]) {
  const first = await page.evaluate(written => {
    window.showNotes(written)
    return window.renderedTexts()
  }, markdowns)
  await page.evaluate(() => window.notesReady())
  return { first, last: await page.evaluate(() => window.renderedTexts()) }
}

test('the text on the page equals the text of the note', async ({ page }) => {
  const seed = Date.now()
  const markdowns = [...fc.sample(anyNote, { numRuns: NOTES, seed }), '가&#13;나&#12;다 $x&#13;$']
  for (let from = 0; from < markdowns.length; from += NOTES_AT_ONCE) {
    const batch = markdowns.slice(from, from + NOTES_AT_ONCE)
    const { last } = await readTexts(page, batch)
    batch.forEach((markdown, index) => {
      expect(last[index], `seed ${seed}: ${JSON.stringify(markdown)}`).toBe(noteText(markdown))
    })
  }
})

test('formulas and highlighted code keep all positions, before and after they load and change', async ({
  page,
}) => {
  const note = '앞 $\\frac{a}{b}$ 뒤 $\\없는명령$\n\n$$\ny\n$$\n\n```js\nconst a = 1\n```\n\n끝'
  const changed = note.replace('frac', 'dfrac').replace('const', 'let').replace('y\n', 'z^2\n')
  for (const markdown of [note, changed, note]) {
    const { first, last } = await readTexts(page, [markdown])
    expect([first, last]).toEqual([[noteText(markdown)], [noteText(markdown)]])
  }
})

test('a long note that is rendered in steps begins with its text', async ({ page }) => {
  const markdown = '글 **굵게** *기울임*\n\n'.repeat(250)
  const { first, last } = await readTexts(page, [markdown])
  expect(first[0]?.length).toBeLessThan(noteText(markdown).length)
  expect(noteText(markdown).startsWith(first[0] ?? '-')).toBe(true)
  expect(last).toEqual([noteText(markdown)])
})
