import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { commentOn, highlight, passageOf, rewrite } from '#tests/support/passages.ts'
import { writeSeries } from '#tests/support/series.ts'
import { makeHub, newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField } from './editor.ts'
import {
  DESKTOP,
  expect,
  firstInShort,
  type OpenAs,
  PHONE,
  type Site,
  test,
  waitForConnection,
} from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'
import { drawnWords, mark, NOTE_TEXT } from './passages.ts'

/** The author sees what members of all rooms left on passages of an own note, also while writing. */

const HIGHLIGHTED = '두 번째 문장에는 굵은 말'
const COMMENTED = '마지막 문단이다.'

/** A note with a highlight in one room, and a comment in another one. */
async function noteInTwoRooms(site: Site) {
  const [author, reader, other] = await Promise.all([
    newUser(site.url, '글쓴이'),
    newUser(site.url, '읽는이'),
    newUser(site.url, '다른이'),
  ])
  const noteNo = await writeNote(author, '함께 읽는 글', NOTE_TEXT)
  const hubNos = [await makeHub(author, reader), await makeHub(author, other)] as const
  for (const hubNo of hubNos) await author.call(shareNote, { hubNo, noteNo })
  await highlight(reader, { hubNo: hubNos[0], noteNo }, passageOf(NOTE_TEXT, HIGHLIGHTED))
  await commentOn(other, { hubNo: hubNos[1], noteNo }, passageOf(NOTE_TEXT, COMMENTED))
  return { author, reader, noteNo, hubNos }
}

const summary = (page: Page, name: RegExp) => page.getByRole('button', { name })
const list = (page: Page) => page.getByRole('dialog', { name: ko['passages.ofNote'] })
/** The words of the passages in a list, in its order. */
const words = (page: Page) => page.getByRole('article').locator('q')

for (const [width, form] of firstInShort(DESKTOP, PHONE)) {
  test(`the author sees the passages of all rooms on an own note, ${width} px${form}`, async ({
    site,
    openAs,
  }) => {
    const { author, reader, noteNo, hubNos } = await noteInTwoRooms(site)
    const page = await openAs(author, width, paths.note(noteNo))
    await waitForConnection(page)
    await expect(summary(page, /밑줄 1 · 댓글 1 · 방 2곳/)).toBeVisible()
    await expect.poll(() => drawnWords(page, 'passage-1')).toEqual([HIGHLIGHTED])
    expect(await drawnWords(page, 'passage-talk')).toEqual([COMMENTED])

    const first = '첫 문장은 짧다.'
    await highlight(reader, { hubNo: hubNos[0], noteNo }, passageOf(NOTE_TEXT, first))
    await expect(summary(page, /밑줄 2 · 댓글 1 · 방 2곳/)).toBeVisible()

    await summary(page, /밑줄 2/).click()
    await expect(words(page)).toHaveText([first, HIGHLIGHTED, COMMENTED])
    await expect(list(page)).toContainText('읽는이')
    await expect(list(page)).toContainText('이 문장이요')
    await expectAccessible(page)
    await list(page).getByText(ko['passages.byRoom'], { exact: true }).click()
    await expect(list(page).getByRole('heading', { level: 3 })).toHaveText([/^다른이/, /^읽는이/])
    await expect(words(page)).toHaveText([COMMENTED, first, HIGHLIGHTED])

    await test.step('its words lead to a passage in the text, where Esc closes it', async () => {
      await list(page).getByRole('button', { name: HIGHLIGHTED }).click()
      await expect(list(page)).toHaveCount(0)
      const window = page.getByRole('dialog', { name: ko['passages.title'] })
      await expect(window).toContainText('읽는이')
      expect(await drawnWords(page, 'passage-open')).toEqual([HIGHLIGHTED])
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(window).toHaveCount(0)
    })

    await mark(page, COMMENTED).click()
    await page
      .getByRole('dialog', { name: ko['passages.title'] })
      .getByRole('link', { name: '다른이' })
      .click()
    await expect(page).toHaveURL(new RegExp(`no=${noteNo}&hub=${hubNos[1]}&passage=`))
    await expect.poll(() => drawnWords(page, 'passage-open')).toEqual([COMMENTED])
  })
}

test('a note without highlights and comments shows nothing of it', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const noteNo = await writeNote(author, '혼자 쓴 글', NOTE_TEXT)
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  const answer = page.waitForResponse(response => response.url().endsWith('/api/note/passages'))
  await page.reload()
  await answer
  await expect(page.getByRole('button', { name: ko['notes.share'] })).toBeVisible()
  await expect(summary(page, /방 \d곳/)).toHaveCount(0)
})

test('passages that the text no longer contains are listed last', async ({ site, openAs }) => {
  const { author, noteNo } = await noteInTwoRooms(site)
  await rewrite(author, noteNo, NOTE_TEXT.replace('두 번째 문장에는 **굵은 말**이 있다.', '하나뿐이다.'))
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  await summary(page, /밑줄 1/).click()
  await expect(words(page)).toHaveText([COMMENTED, HIGHLIGHTED])
  await expect(list(page).getByRole('button', { name: COMMENTED })).toBeVisible()
  await expect(list(page).getByRole('button', { name: HIGHLIGHTED })).toHaveCount(0)
  expect(await drawnWords(page, 'passage-1')).toEqual([])
})

const toggle = (page: Page) => page.getByRole('button', { name: ko['passages.ofNote'] })
const selectedText = (page: Page) =>
  bodyField(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  )

async function openEditor(site: Site, openAs: OpenAs, width: number) {
  const { author, noteNo } = await noteInTwoRooms(site)
  const page = await openAs(author, width, paths.updateNote(noteNo))
  await toggle(page).click()
  await expect(words(page)).toHaveText([HIGHLIGHTED, COMMENTED])
  return page
}

test('in the editor the passages follow the typing, and leave a composition alone', async ({
  site,
  openAs,
}) => {
  const page = await openEditor(site, openAs, DESKTOP)
  await expectAccessible(page)
  const body = bodyField(page)
  const isListedAs = (name: string) => page.getByRole('button', { name })
  const sentence = '두 번째 문장에는 **굵은 말**이 있다.'
  await body.focus()
  await body.evaluate((area: HTMLTextAreaElement, removed) => {
    const start = area.value.indexOf(removed)
    area.setSelectionRange(start, start + removed.length)
  }, sentence)

  const method = await openInputMethod(page)
  for (const step of ['ㅎ', '하', '한']) await method.compose(step)
  await expect(words(page)).toHaveText([COMMENTED, HIGHLIGHTED])
  await expect(isListedAs(HIGHLIGHTED)).toHaveCount(0)
  await method.compose('할')
  await method.commit('할')
  const shortened = NOTE_TEXT.replace(sentence, '할')
  await expect(body).toHaveValue(shortened)
  expect(await body.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(
    shortened.indexOf('할') + 1,
  )

  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(`\n\n> ${sentence}`)
  await expect(isListedAs(HIGHLIGHTED)).toBeVisible()
  await expect(words(page)).toHaveText([COMMENTED, HIGHLIGHTED])
  await expect(body).toBeFocused()
})

test('in the editor a passage leads to its words in the Markdown', async ({ site, openAs }) => {
  const page = await openEditor(site, openAs, PHONE)
  await expectAccessible(page)
  await page.getByRole('button', { name: HIGHLIGHTED }).click()
  await expect(bodyField(page)).toBeFocused()
  expect(await selectedText(page)).toBe('두 번째 문장에는 **굵은 말')
})

test('in the editor of a part the passages of the whole series are listed, and lead to their parts', async ({
  site,
  openAs,
}) => {
  const [author, reader] = await Promise.all([newUser(site.url), newUser(site.url)])
  const texts = ['# 봄\n\n강가를 오래 걸었다.\n', '# 여름\n\n소나기를 **오래** 맞았다.\n'] as const
  const [noteNo] = await writeSeries(author, [...texts])
  const hubNo = await makeHub(author, reader)
  await author.call(shareNote, { hubNo, noteNo })
  const whole = texts.join('')
  await highlight(reader, { hubNo, noteNo }, passageOf(whole, '강가를 오래'))
  await highlight(reader, { hubNo, noteNo }, passageOf(whole, '소나기를 오래'))

  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  await toggle(page).click()
  await expect(words(page)).toHaveText(['강가를 오래', '소나기를 오래'])
  await page.getByRole('button', { name: '소나기를 오래' }).click()
  await expect(bodyField(page)).toHaveValue(texts[1])
  expect(await selectedText(page)).toBe('소나기를 **오래')
  await toggle(page).click()
  await expect(words(page)).toHaveText(['강가를 오래', '소나기를 오래'])
})
