import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { updateNote } from '#protocol/notes.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { DESKTOP, expect, test, waitForConnection } from './fixtures.ts'
import { newHub } from './steps.ts'

test('live changes replace the text on a translated page', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await shareNewNote(author, hubNo, '회의')
  await comment(author, { hubNo, noteNo }, '첫 댓글')
  await author.call(updateNote, {
    noteNo,
    title: '회의',
    text: encodeText('# 안건\n\n가 **나** 다\n\n- 라 `마`'),
  })
  const page = await openAs(reader, DESKTOP, paths.noteInHub(noteNo, hubNo))
  await expect(page.getByText('첫 댓글')).toBeVisible()
  await waitForConnection(page)

  for (const round of ['하나', '둘', '셋']) {
    await translatePage(page)
    await author.call(updateNote, {
      noteNo,
      title: `회의 ${round}`,
      text: encodeText(
        `# 안건 ${round}\n\n가 **${round}** 다 [링크](https://a.kr) ${round}\n\n- 라 ${round} \`마\``,
      ),
    })
    await comment(author, { hubNo, noteNo }, `댓글 ${round}`)
    await expect(page.getByText(`댓글 ${round}`)).toBeVisible()
    await page.getByText(ko['notes.changed']).getByRole('button').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`회의 ${round}`)
    const note = page.getByRole('article')
    await expect(note.getByRole('heading', { level: 2 })).toHaveText(new RegExp(`^안건 ${round}«*#»*$`))
    await expect(note.locator('.md > p')).toHaveText(new RegExp(`^가 ${round} 다 «*링크»* ${round}$`))
    await expect(note.locator('.md li')).toHaveText(new RegExp(`^라 ${round} «*마»*$`))
  }
})

test('the preview follows the text on a translated page @long', async ({ site, openAs }) => {
  const user = await newUser(site.url, '쓰는이')
  const noteNo = await writeNote(user, '회의', '하나 **둘** 셋')
  const page = await openAs(user, DESKTOP, paths.updateNote(noteNo))
  await expect(page.locator('.md')).toHaveText('하나 둘 셋')
  for (const text of ['하나 넷 셋', '**하나** 다섯', '# 여섯\n\n하나 일곱']) {
    await translatePage(page)
    await page.getByLabel(ko['notes.body'], { exact: true }).fill(text)
    await expect.poll(() => read(page, '.md')).toBe(text.replaceAll(/[*#\n]/g, '').trim())
  }
})

test('labels inside a note change with the language @long', async ({ site, openAs }) => {
  const user = await newUser(site.url, '쓰는이')
  const page = await openAs(user, DESKTOP, paths.note(await writeNote(user, '코드', '```\n코드\n```')))
  await expect(page.getByRole('button', { name: ko['markdown.copyCode'] })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: en['markdown.copyCode'] })).toBeVisible()
})

/** Replaces each text node with elements, as Google Translate does. */
async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (
        text.data.trim() === '' ||
        text.parentElement?.closest('[translate=no], .notranslate, script, style')
      )
        continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `«${text.data}»`
      outer.append(inner)
      text.replaceWith(outer)
    }
  })
}

/** Returns the visible text, translated or not. */
async function read(page: Page, place: string): Promise<string> {
  const text = (await page.locator(place).first().textContent()) ?? ''
  return text.replaceAll(/[«»\n#]/g, '').trim()
}
