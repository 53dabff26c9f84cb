import type { Locator, Page } from '@playwright/test'
import { encodeText } from '#protocol/encoding.ts'
import { updateNote } from '#protocol/notes.ts'
import { unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import type { TestUser } from '#tests/support/users.ts'
import { expect, type OpenAs, type Site, test, waitForConnection } from './fixtures.ts'
import { chooseTool, drawnWords, NOTE_TEXT, openNoteInHub, selectWords, waitForLayer } from './passages.ts'
import { commentItem } from './thread.ts'

const WORDS = '두 번째 문장에는'
const TYPED = '쓰던 말이에요'

/** Opens a note, and begins a comment on a passage in the sheet of a phone. The history keeps the first version only. */
async function beginComment(site: Site, openAs: OpenAs, words = WORDS) {
  const opened = await openNoteInHub(site, openAs)
  const { phone, author, place } = opened
  await rewrite(author, place.noteNo, `${NOTE_TEXT}\n\n덧붙인 말.`)
  await phone.reload()
  await waitForLayer(phone)
  await waitForConnection(phone)
  await selectWords(phone, words)
  await chooseTool(phone, ko['passages.comment'])
  const sheet = sheetOf(phone)
  await boxIn(sheet).fill(TYPED)
  return { ...opened, sheet }
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: ko['passages.title'] })
const boxIn = (scope: Page | Locator) => scope.getByRole('textbox', { name: ko['passages.write'] })
const send = (page: Page) =>
  sheetOf(page).getByRole('button', { name: ko['comments.send'], exact: true }).click()

/** Saves a text in the same editing session, so that the history does not keep the previous one. */
async function rewrite(author: TestUser, noteNo: number, text: string): Promise<void> {
  await author.call(updateNote, { noteNo, title: '함께 읽는 글', text: encodeText(text) })
}

test('a sheet that closes leaves the text and its passage in the box', async ({ site, openAs }) => {
  const { phone, sheet, address } = await beginComment(site, openAs)
  const expectKept = async () => {
    await expect(sheet).toHaveCount(0)
    await expect(phone).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`))
    await expect(boxIn(phone)).toHaveValue(TYPED)
    await expect(phone.locator('.reply-target--passage')).toContainText(WORDS)
  }
  await boxIn(sheet).press('Escape')
  await expectKept()

  await selectWords(phone, WORDS)
  await chooseTool(phone, ko['passages.comment'])
  await expect(boxIn(sheet)).toHaveValue(TYPED)
  await phone.goBack()
  await expectKept()

  await phone.setViewportSize({ width: 800, height: 900 })
  await selectWords(phone, WORDS)
  await chooseTool(phone, ko['passages.comment'])
  await expect(boxIn(sheet)).toBeFocused()
  await phone.keyboard.press('Escape')
  await expectKept()
})

test('the sheet of a new passage stays while its box is emptied @long', async ({ site, openAs }) => {
  const { desktop, phone, sheet } = await beginComment(site, openAs)
  await boxIn(sheet).fill('')
  await boxIn(sheet).fill('처음부터 다시')
  await send(phone)
  await expect(sheet.getByRole('listitem').filter({ hasText: '처음부터 다시' })).toBeVisible()
  await expect(commentItem(desktop, '처음부터 다시')).toContainText(WORDS)
})

for (const [change, text, form] of [
  ['moves in the text', `새 첫 문단이에요.\n\n${NOTE_TEXT}\n\n덧붙인 말.`, ' @long'],
  ['has new words beside it', `${NOTE_TEXT.replace('짧다.', '짧고 새롭다.')}\n\n덧붙인 말.`, ''],
] as const)
  test(`a comment is sent to its passage that ${change} while it is written${form}`, async ({
    site,
    openAs,
  }) => {
    const { author, place, desktop, phone, sheet } = await beginComment(site, openAs)
    await rewrite(author, place.noteNo, text)
    await send(phone)
    await expect(commentItem(desktop, TYPED)).toContainText(WORDS)
    // The passage has a new key. Its conversation stays open.
    await expect(sheet.getByRole('listitem').filter({ hasText: TYPED })).toBeVisible()
    await expect(sheet.getByText(ko['comments.sending'])).toHaveCount(0)
    await expect.poll(() => drawnWords(phone, 'passage-open')).toEqual([WORDS])
  })

test('a comment on words that are gone is kept, and sent without them if its writer chooses so', async ({
  site,
  openAs,
}) => {
  // So short that the history does not keep the text with them.
  const words = '하나'
  const { author, place, desktop, phone } = await beginComment(site, openAs, words)
  await rewrite(author, place.noteNo, `${NOTE_TEXT.replace(words, '넷이')}\n\n덧붙인 말.`)

  await test.step('without the new text it is sent later', async () => {
    await phone.route('**/api/note/**', route => route.abort())
    await send(phone)
    await expect(sheetOf(phone).getByText(TYPED)).toBeVisible()
    await expect(sheetOf(phone).getByRole('alert')).toContainText(ko['comments.sentLater'])
    await phone.unroute('**/api/note/**')
    await phone.evaluate(() => window.dispatchEvent(new Event('online')))
  })
  await expect(sheetOf(phone).getByRole('alert')).toContainText(ko['passages.changed'])
  await phone.reload()
  await waitForLayer(phone)
  await expect(sheetOf(phone).getByText(TYPED)).toBeVisible()
  await sheetOf(phone).getByRole('button', { name: ko['passages.sendWithout'] }).click()
  await expect(commentItem(desktop, TYPED)).toBeVisible()
  await expect(commentItem(desktop, TYPED)).not.toContainText(words)
  await expect(sheetOf(phone)).toHaveCount(0)
  await expect(commentItem(phone, TYPED)).toHaveCount(1)
})

test('a withdrawn share shows the text that was being written in the sheet @long', async ({
  site,
  openAs,
}) => {
  const { author, place, phone, sheet } = await beginComment(site, openAs)
  await author.call(unshareNote, place)
  await expect(phone.getByText(ko['comments.goneWithUnsent'])).toBeVisible()
  await expect(phone.getByText(TYPED)).toBeVisible()
  await expect(sheet).toHaveCount(0)
})

test('a comment on a passage is kept whatever the server answers', async ({ site, openAs }) => {
  const { desktop, phone } = await beginComment(site, openAs)
  const item = commentItem(phone, TYPED)
  const answers = [
    { status: 409, body: { success: false, code: 'quota', message: '가득 찼어요.', field: 'passage' } },
    { status: 429, body: { success: false, code: 'tooMany', message: '천천히 해 주세요.' } },
    { status: 404, body: { success: false, code: 'notFound', message: '찾지 못했어요.' } },
    { status: 500, body: { success: false, code: 'internal', message: '잘못됐어요.' } },
  ]
  await phone.route('**/postcomment', route => route.abort())
  await send(phone)
  await phone.keyboard.press('Escape')
  await expect(sheetOf(phone)).toHaveCount(0)
  for (const { status, body } of answers) {
    await phone.unroute('**/postcomment')
    await phone.route('**/postcomment', route => route.fulfill({ status, json: body }))
    const isLater = status >= 500 || status === 429
    await item.getByRole('button', { name: ko['comments.sendAgain'] }).click()
    await expect(item.getByRole('alert')).toContainText(isLater ? ko['comments.sentLater'] : body.message)
    await expect(item.getByRole('button', { name: ko['passages.sendWithout'] })).toHaveCount(
      status === 409 ? 1 : 0,
    )
    await phone.reload()
    await expect(item).toContainText(WORDS)
  }
  await phone.unroute('**/postcomment')
  await phone.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(commentItem(desktop, TYPED)).toContainText(WORDS)
  await expect(commentItem(desktop, TYPED)).toHaveCount(1)
})
