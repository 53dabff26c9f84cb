import { paths } from '#client/paths.ts'
import { splitIntoParts } from '#protocol/markdown/splitParts.ts'
import { getNotes } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { textsOf } from '#tests/support/series.ts'
import { newUser } from '#tests/support/users.ts'
import { DESKTOP, expect, test } from './fixtures.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })

test('a series whose response was lost has each part once, with links across parts', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '끊긴이')
  const page = await openAs(author, DESKTOP, paths.importNotes)
  const section = (title: string, more: string) =>
    `# ${title}\n\n${more}\n\n${`${'가'.repeat(99)}\n`.repeat(40)}`
  const text = [section('하나', '[[짧은 글]]'), section('둘', '[셋으로](#셋)'), section('셋', '- [ ] 할 일')]
    .join('\n')
    .trimEnd()
  await page
    .locator('input[type="file"]')
    .setInputFiles([file('긴 글.md', `---\ntitle: 긴 글\n---\n${text}`), file('짧은 글.md', '[[긴 글#둘]]')])
  let lost = 0
  await page.route('**/api/note/continue', async route => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: '노트 4개 가져오기' }).click()
  await page.getByRole('button', { name: ko['imports.goOn'] }).click()
  await expect(page.getByText(ko['imports.done'])).toBeVisible()
  await page.getByRole('link', { name: ko['imports.toTopic'] }).click()
  // In the list, and perhaps in the note beside it.
  await expect(page.getByRole('link', { name: '짧은 글' }).first()).toBeVisible()
  const { subjects } = await author.call(getTopics, {})
  const { notes } = await author.call(getNotes, { topicNo: subjects[0]?.subjectNo ?? 0 })
  const [long, short] = ['긴 글', '짧은 글'].map(title => notes.find(note => note.title === title))
  expect([notes.length, long?.partCount, short?.partCount]).toEqual([2, 3, undefined])
  expect(await textsOf(author, long?.noteNo ?? 0)).toEqual(
    splitIntoParts(text).map(part => part.replace('[[짧은 글]]', `[짧은 글](/note?no=${short?.noteNo})`)),
  )
  expect(await textsOf(author, short?.noteNo ?? 0)).toEqual([`[긴 글 > 둘](/note?no=${long?.noteNo}#h-둘)`])
})
