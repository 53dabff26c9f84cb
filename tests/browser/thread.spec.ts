import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteComment, postComment, updateComment } from '#protocol/comments.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type OpenAs, type Site, test } from './fixtures.ts'
import { box, said, thread } from './talking.ts'

/** What a reader of a thread has before them, and how they write in it. */

const DESKTOP = 1440
const PHONE = 390

/** Two people, and a thread of so many comments by the first. */
async function longThread(site: Site, openAs: OpenAs, width: number, count: number) {
  const [writer, reader] = [await newPerson(site.url, '쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(writer, reader)
  const noteNo = await writeNote(writer, '긴 이야기', '한 문단이에요.\n\n'.repeat(30))
  await writer.does(shareNote, { hubNo, noteNo })
  const place = { hubNo, noteNo }
  let lastNo = 0
  for (let number = 1; number <= count; number += 1)
    lastNo = await comment(writer, place, `이야기 ${number}번째`)
  const open = () => openAs(reader, width, paths.noteInHub(place.noteNo, hubNo))
  return { writer, reader, place, lastNo, open }
}

const line = (page: Page) => page.getByText(ko['comments.unreadFrom'])
const waiting = (page: Page, count: number) =>
  page.getByRole('button', { name: `새 댓글 ${count}`, exact: true })
const passed = (page: Page) => page.getByRole('button', { name: /^새 댓글 \d+$/ })

/** As a reader does it: one comment after the other comes before their eyes, from the first to the last of these. */
async function readOn(page: Page, first: number, last: number) {
  for (let number = first; number <= last; number += 2)
    await said(page, `이야기 ${number}번째`).first().scrollIntoViewIfNeeded()
  await said(page, `이야기 ${last}번째`).scrollIntoViewIfNeeded()
}

/** The server knows that all up to a comment is read. */
const toldOf = (page: Page, commentNo: number) =>
  page.waitForResponse(
    response =>
      response.url().endsWith('/markcommentsread') &&
      response.request().postDataJSON().commentNo === commentNo,
  )

/** The upper edge in the window. */
async function topOf(item: Locator): Promise<number> {
  return (await item.boundingBox())?.y ?? Number.NaN
}

test('a thread opens at what is not read, and what comes waits below what is read', async ({
  site,
  openAs,
}) => {
  const { writer, place, open, lastNo } = await longThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await expect(line(page)).toBeInViewport()
  await expect(said(page, '이야기 1번째')).toBeInViewport()
  await expectAccessible(page)

  // One's own words lead past the others', which stay unread, and lead back to these.
  await box(page).fill('먼저 한마디 할게요')
  await box(page).press('Control+Enter')
  await expect(said(page, '먼저 한마디')).toBeInViewport()
  await passed(page).click()
  await expect(said(page, '먼저 한마디')).not.toBeInViewport()
  await page.reload()
  await expect(line(page)).toBeInViewport()
  await expect(said(page, '이야기 30번째')).not.toBeInViewport()

  // Seen to its end, it is read.
  const told = toldOf(page, lastNo)
  await readOn(page, 1, 30)
  await told
  await expect(passed(page)).toHaveCount(0)
  await page.reload()
  await expect(said(page, '이야기 30번째')).toBeInViewport()
  await expect(line(page)).toHaveCount(0)

  // What comes while one reads further up leaves that in its place.
  const read = said(page, '이야기 5번째')
  await read.scrollIntoViewIfNeeded()
  await read.hover()
  const before = await topOf(read)
  await comment(writer, place, '방금 한 말')
  await expect(waiting(page, 1)).toBeVisible()
  expect(await topOf(read)).toBe(before)
  await waiting(page, 1).click()
  await expect(said(page, '방금 한 말')).toBeInViewport()
  await expect(line(page)).toBeInViewport()
  await expect(waiting(page, 1)).toHaveCount(0)
})

test('what is unread further up than it is shown is told, led to, and stays unread until it was seen', async ({
  site,
  openAs,
}) => {
  const { open, lastNo } = await longThread(site, openAs, DESKTOP, 62)
  const page = await open()
  const above = page.getByText('위에 안 읽은 댓글 12개가 더 있어요.')
  await expect(above).toBeInViewport()
  await expectAccessible(page)
  const tellings: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/markcommentsread')) tellings.push(request.url())
  })
  await said(page, '이야기 62번째').scrollIntoViewIfNeeded()
  await expect(said(page, '이야기 62번째')).toBeInViewport()
  await page.reload()
  await expect(above).toBeInViewport()
  expect(tellings).toEqual([])

  await page.getByRole('button', { name: ko['comments.toFirstUnread'] }).click()
  await expect(line(page)).toBeInViewport()
  await expect(said(page, '이야기 1번째').first()).toBeInViewport()
  await expect(above).toHaveCount(0)
  // All that is unread is below: nothing was passed over.
  await expect(passed(page)).toHaveCount(0)
  const told = toldOf(page, lastNo)
  await readOn(page, 1, 62)
  await told
  await page.reload()
  await expect(said(page, '이야기 62번째')).toBeInViewport()
  await expect(line(page)).toHaveCount(0)
})

test('at its end a thread follows what is said', async ({ site, openAs }) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await said(page, '이야기 30번째').hover()
  await page.mouse.wheel(0, 4000)
  await expect(said(page, '이야기 30번째')).toBeInViewport()
  await box(page).hover()
  await comment(writer, place, '이어서 한 말')
  await expect(said(page, '이어서 한 말')).toBeInViewport()
  await expect(waiting(page, 1)).toHaveCount(0)
})

test('earlier comments come above what is read, which stays where it is', async ({ site, openAs }) => {
  const { open } = await longThread(site, openAs, DESKTOP, 60)
  const page = await open()
  const oldest = said(page, '이야기 11번째')
  await oldest.scrollIntoViewIfNeeded()
  const older = page.getByRole('button', { name: ko['comments.older'] })
  await older.scrollIntoViewIfNeeded()
  const before = await topOf(oldest)
  await older.click()
  await expect(said(page, '이야기 10번째')).toBeAttached()
  expect(Math.abs((await topOf(oldest)) - before)).toBeLessThan(2)
})

test('on a phone the box stays at hand, and leads from the note to what is not read', async ({
  site,
  openAs,
}) => {
  const { open } = await longThread(site, openAs, PHONE, 12)
  const page = await open()
  await expect(box(page)).toBeInViewport()
  await expect(line(page)).not.toBeInViewport()
  await page.getByRole('button', { name: '댓글 12', exact: true }).click()
  await expect(line(page)).toBeInViewport()
  await expectAccessible(page)
})

test('Enter sends where that was chosen, Shift+Enter begins a line, and a syllable stays whole', async ({
  site,
  openAs,
}) => {
  const { open } = await longThread(site, openAs, DESKTOP, 0)
  const page = await open()
  await box(page).fill('첫 줄')
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('첫 줄\n')
  await page.getByRole('checkbox', { name: ko['comments.sendByEnter'] }).check()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: ko['comments.sendByEnter'] })).toBeChecked()
  await box(page).fill('둘째 말')
  await box(page).press('Shift+Enter')
  await expect(box(page)).toHaveValue('둘째 말\n')
  await box(page).press('Enter')
  await expect(said(page, '둘째 말')).toBeVisible()

  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
  await box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
  await expect(box(page)).toHaveValue('한')
  await keyboard.send('Input.insertText', { text: '한' })
  await box(page).press('Enter')
  await expect(said(page, '한').last()).toBeVisible()
})

test('changing a comment begins at its end', async ({ site, openAs }) => {
  const { open } = await longThread(site, openAs, DESKTOP, 0)
  const page = await open()
  await box(page).fill('처음 한 말')
  await box(page).press('Control+Enter')
  await said(page, '처음 한 말').getByRole('button', { name: ko['comments.edit'], exact: true }).click()
  await page.keyboard.type(', 그리고 더')
  await expect(page.getByRole('textbox', { name: ko['comments.editLabel'] })).toHaveValue(
    '처음 한 말, 그리고 더',
  )
})

test('an answer shows what it answers, leads there, and tells when that is gone', async ({
  site,
  openAs,
}) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 60)
  const first = await comment(writer, place, '물음 하나\n둘째 줄은 안 보여요')
  const page = await open()
  await said(page, '물음 하나').getByRole('button', { name: ko['comments.reply'] }).click()
  await expect(page.getByText(`${writer.name}님에게 답글`)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(`${writer.name}님에게 답글`)).toBeVisible()
  await box(page).fill('답이에요')
  await box(page).press('Control+Enter')
  await expect(page.getByText(`${writer.name}님에게 답글`)).toHaveCount(0)
  const answer = said(page, '답이에요')
  const quote = answer.getByRole('button', { name: `${writer.name} 물음 하나` })
  await expect(quote).toBeVisible()

  await quote.click()
  await expect(thread(page).getByRole('listitem').filter({ hasText: '둘째 줄' })).toBeFocused()

  await writer.does(updateComment, { commentNo: first, text: '고친 물음' })
  await expect(answer.getByRole('button', { name: `${writer.name} 고친 물음` })).toBeVisible()
  await writer.does(deleteComment, { commentNo: first })
  await expect(answer.getByText(ko['comments.quoteGone'])).toBeVisible()
  await page.reload()
  await expect(answer.getByText(ko['comments.quoteGone'])).toBeVisible()
})

test('an answer to what was deleted meanwhile is kept, says so, and is sent by itself when it is sent again', async ({
  site,
  openAs,
}) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 0)
  const asked = await comment(writer, place, '지워질 물음')
  const page = await open()
  await said(page, '지워질 물음').getByRole('button', { name: ko['comments.reply'] }).click()
  await box(page).fill('늦은 답')
  await writer.does(deleteComment, { commentNo: asked })
  await expect(said(page, '지워질 물음')).toBeHidden()
  await box(page).press('Control+Enter')
  const failed = thread(page).getByRole('listitem').filter({ hasText: '늦은 답' })
  await expect(failed.getByText(ko['comments.replyGone'])).toBeVisible()
  await expect(failed.getByText('지워질 물음')).toBeHidden()
  await failed.getByRole('button', { name: ko['comments.sendAgain'] }).click()
  await expect(failed.getByText(ko['comments.replyGone'])).toBeHidden()
  await expect(failed.getByRole('button', { name: ko['comments.reply'] })).toBeVisible()
})

test('공감 beside who wrote a note has the colours of mine only when it is mine', async ({
  site,
  openAs,
}) => {
  const { open } = await longThread(site, openAs, DESKTOP, 0)
  const page = await open()
  const pill = page
    .getByRole('article')
    .getByRole('button', { name: new RegExp(`^${ko['empathies.title']}`) })
  const colour = () => pill.evaluate(button => getComputedStyle(button).backgroundColor)
  const before = await colour()
  await pill.click()
  await expect(pill).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(colour).not.toBe(before)
})

test('a quote leads back to what is not shown yet', async ({ site, openAs }) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 0)
  const first = await comment(writer, place, '맨 처음 한 말')
  for (let number = 1; number <= 55; number += 1) await comment(writer, place, `이야기 ${number}번째`)
  await writer.does(postComment, { ...place, text: '답이에요', replyTo: first, requestKey: randomUUID() })
  const page = await open()
  await said(page, '답이에요')
    .getByRole('button', { name: /맨 처음 한 말/ })
    .click()
  await expect(said(page, '맨 처음 한 말').first()).toBeFocused()
  await expect(said(page, '맨 처음 한 말').first()).toBeInViewport()
})

test('a name is completed while it is typed, by its initials too, and marked where it was said', async ({
  site,
  openAs,
}) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 1)
  const page = await open()
  const list = page.getByRole('listbox', { name: ko['comments.whom'] })
  await box(page).pressSequentially('안녕 @ㅆㅇ')
  await expect(list.getByRole('option', { name: writer.name })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await box(page).press('Escape')
  await expect(list).toHaveCount(0)
  await expect(box(page)).toHaveValue('안녕 @ㅆㅇ')

  // A syllable under way chooses nothing; once it is whole, Enter takes the name.
  await box(page).fill('')
  await box(page).pressSequentially('@')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '쓴', selectionStart: 1, selectionEnd: 1 })
  await expect(list.getByRole('option')).toHaveCount(1)
  await box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
  await expect(box(page)).toHaveValue('@쓴')
  await keyboard.send('Input.insertText', { text: '쓴' })
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue(`@${writer.name} `)
  await expect(list).toHaveCount(0)
  await box(page).press('Control+Enter')
  await expect(said(page, writer.name).locator('.mention')).toHaveText(`@${writer.name}`)

  // The writer's own name stands out for the writer.
  const theirs = await openAs(writer, PHONE, paths.noteInHub(place.noteNo, place.hubNo))
  await expect(said(theirs, '@').locator('.mention--me')).toHaveText(`@${writer.name}`)
  await expectAccessible(theirs)
})

test('empathy with a note and with a comment shows on both screens, and who it is', async ({
  site,
  openAs,
}) => {
  const { writer, reader, place, open } = await longThread(site, openAs, DESKTOP, 1)
  const [theirs, mine] = [
    await openAs(writer, PHONE, paths.noteInHub(place.noteNo, place.hubNo)),
    await open(),
  ]
  const onNote = (page: Page) => page.getByRole('article').getByRole('button', { name: /^공감/ })
  await onNote(mine).click()
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')
  await expect(onNote(theirs)).toHaveText('공감 1')
  await expect(onNote(theirs)).toHaveAttribute('aria-pressed', 'false')
  await expect(theirs.getByRole('article').getByText(reader.name)).toBeVisible()

  const onComment = (page: Page) => said(page, '이야기 1번째').getByRole('button', { name: /^공감/ })
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감 1')
  await expectAccessible(mine)
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감')
  await mine.reload()
  await expect(onNote(mine)).toHaveText('공감 1')
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')
})

test('an address leads to its comment, once, and tells when that is gone', async ({ site, openAs }) => {
  const { writer, reader, place } = await longThread(site, openAs, DESKTOP, 0)
  const first = await comment(writer, place, '맨 처음 한 말')
  for (let number = 1; number <= 55; number += 1) await comment(writer, place, `이야기 ${number}번째`)
  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(reader, width, paths.commentInHub(place, first))
    await expect(said(page, '맨 처음 한 말')).toBeFocused()
    await expect(said(page, '맨 처음 한 말')).toBeInViewport()
    // Beside the thread nothing is moved.
    if (width === DESKTOP) expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await said(page, '이야기 20번째').getByRole('link').click()
    await expect(page).toHaveURL(/comment=\d+$/)
    await expect(said(page, '이야기 20번째')).toBeFocused()
  }
  await writer.does(deleteComment, { commentNo: first })
  const page = await openAs(reader, DESKTOP, paths.commentInHub(place, first))
  await expect(page.getByText(ko['comments.notFound'])).toBeVisible()
})
