import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteComment } from '#protocol/comments.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { box, longThread, said } from './talking.ts'

/** What a reader of a thread has before them. */

const DESKTOP = 1440
const PHONE = 390

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

/** How far what is shown ends above the end of the thread that is beside its note, in pixels; a scroller tells of whole ones alone. */
const shortOfEnd = (page: Page) =>
  page.locator('.comments__scroll').evaluate(scroller => {
    const end = scroller.querySelector('.comments__end')?.getBoundingClientRect().bottom ?? Number.NaN
    return (
      end +
      Number.parseFloat(getComputedStyle(scroller).paddingBottom) -
      scroller.getBoundingClientRect().bottom
    )
  })

test('a thread opens at what is not read, and what comes waits below what is read', async ({
  site,
  openAs,
}) => {
  const { writer, place, open, lastNo } = await longThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await expect(line(page)).toBeInViewport()
  await expect(said(page, '이야기 1번째')).toBeInViewport()
  await expectAccessible(page)

  // Whoever only looked at its beginning has not read the rest.
  await said(page, '이야기 8번째').scrollIntoViewIfNeeded()
  await page.reload()
  await expect(line(page)).toBeInViewport()
  await expect(said(page, '이야기 30번째')).not.toBeInViewport()

  // One's own words lead to the end; whoever is there has read all.
  const told = toldOf(page, lastNo)
  await box(page).fill('먼저 한마디 할게요')
  await box(page).press('Control+Enter')
  await expect(said(page, '먼저 한마디')).toBeInViewport()
  await told
  await expect(passed(page)).toHaveCount(0)
  await page.reload()
  await expect(said(page, '먼저 한마디')).toBeInViewport()
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

test('what is unread further up than it is shown is told, led to, and stays unread until it was seen @long', async ({
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
  await said(page, '이야기 40번째').scrollIntoViewIfNeeded()
  await expect(said(page, '이야기 40번째')).toBeInViewport()
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

test('whoever has been at the end of a thread has read it, also what is further up than it is shown @long', async ({
  site,
  openAs,
}) => {
  const { open, lastNo } = await longThread(site, openAs, DESKTOP, 62)
  const page = await open()
  const above = page.getByText('위에 안 읽은 댓글 12개가 더 있어요.')
  await expect(above).toBeInViewport()
  const told = toldOf(page, lastNo)
  await said(page, '이야기 30번째').hover()
  await page.mouse.wheel(0, 20_000)
  await told
  await page.reload()
  await expect(said(page, '이야기 62번째')).toBeInViewport()
  await expect(above).toHaveCount(0)
  await expect(line(page)).toHaveCount(0)
})

test('what is new is led to, and with the next press the end @long', async ({ site, openAs }) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await said(page, '이야기 3번째').first().hover()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => shortOfEnd(page)).toBeLessThan(1)
  await said(page, '이야기 5번째').scrollIntoViewIfNeeded()
  for (let number = 1; number <= 12; number += 1) await comment(writer, place, `새로 ${number}번째 말`)
  await waiting(page, 12).click()
  await expect(said(page, '새로 1번째')).toBeInViewport()
  await expect(said(page, '새로 12번째')).not.toBeInViewport()
  await passed(page).click()
  await expect(said(page, '새로 12번째')).toBeInViewport()
  await expect.poll(() => shortOfEnd(page)).toBeLessThan(1)
  await expect(passed(page)).toHaveCount(0)
})

test('at its end a thread follows what is said, also after one has said something and under a resting mouse', async ({
  site,
  openAs,
}) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await said(page, '이야기 30번째').hover()
  await page.mouse.wheel(0, 4000)
  await expect(said(page, '이야기 30번째')).toBeInViewport()
  await box(page).fill('내가 먼저 한 말')
  await box(page).press('Control+Enter')
  const own = said(page, '내가 먼저 한 말')
  await expect(own.getByRole('button', { name: ko['comments.reply'] })).toBeInViewport()
  await expect.poll(() => shortOfEnd(page)).toBeLessThan(1)
  for (let number = 1; number <= 12; number += 1) {
    await comment(writer, place, `이어서 ${number}번째 말`)
    await expect(said(page, `이어서 ${number}번째 말`)).toBeInViewport()
    await expect.poll(() => shortOfEnd(page)).toBeLessThan(1)
    // From here on the mouse rests over what is said.
    if (number === 9) await said(page, '이어서 8번째 말').hover()
  }
  await expect(passed(page)).toHaveCount(0)
})

test('at its end a thread still holds what its reader uses @long', async ({ site, openAs }) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await said(page, '이야기 30번째').hover()
  await page.mouse.wheel(0, 4000)
  await expect.poll(() => shortOfEnd(page)).toBeLessThan(1)
  const used = said(page, '이야기 28번째')
  await used
    .getByRole('button', { name: ko['reports.moreAboutComment'].replace('{name}', writer.name) })
    .click()
  const before = await topOf(used)
  await comment(writer, place, '방금 한 말')
  await expect(waiting(page, 1)).toBeVisible()
  expect(Math.abs((await topOf(used)) - before)).toBeLessThan(1)
})

test('earlier comments come above what is read, which stays where it is @long', async ({ site, openAs }) => {
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

test('on a phone the box stays at hand, and leads from the note to what is not read @long', async ({
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

test('an address leads to its comment, once, and tells when that is gone @long', async ({ site, openAs }) => {
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
  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(reader, width, paths.commentInHub(place, first))
    await expect(page.getByText(ko['comments.notFound'])).toBeInViewport({ ratio: 1 })
  }
})
