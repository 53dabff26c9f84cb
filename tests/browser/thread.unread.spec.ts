import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getComments, markCommentsRead } from '#protocol/comments.ts'
import { ko } from '#protocol/text/ko.ts'
import { commentOn, passageOf } from '#tests/support/passages.ts'
import { comment } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { mark } from './passages.ts'
import {
  anyNewCommentsButton,
  commentBox,
  commentItem,
  createThread,
  tapAtRest,
  topEdge,
  unreadDivider,
  waitForReadPosition,
} from './thread.ts'

/** Which comments of a thread count as read, and how users get to unread ones. */

/** The lower edge of what is at the bottom of the window when the bottom bar is hidden. In pixels. */
const BARS_HIDDEN_BELOW = 820
const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : 0)

const newCommentsButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `새 댓글 ${count}`, exact: true })

/** Scrolls through the comments from `first` to `last`, so that each is seen. */
async function scrollThrough(page: Page, first: number, last: number) {
  for (let number = first; number <= last; number += 2)
    await commentItem(page, `이야기 ${number}번째`).first().scrollIntoViewIfNeeded()
  await commentItem(page, `이야기 ${last}번째`).scrollIntoViewIfNeeded()
}

/** Returns the distance between the scroll position and the end of the thread, in pixels. */
const distanceToEnd = (page: Page) =>
  page.locator('.comments__scroll').evaluate(scroller => {
    const end = scroller.querySelector('.comments__end')?.getBoundingClientRect().bottom ?? Number.NaN
    return (
      end +
      Number.parseFloat(getComputedStyle(scroller).paddingBottom) -
      scroller.getBoundingClientRect().bottom
    )
  })

test('a thread opens at its first unread comment and follows at its end', async ({ site, openAs }) => {
  const { writer, threadKey, open, lastNo } = await createThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await expect(unreadDivider(page)).toBeInViewport()
  await expect(commentItem(page, '이야기 1번째')).toBeInViewport()
  await expectAccessible(page)

  // Seeing the first comments does not mark the rest as read.
  await commentItem(page, '이야기 8번째').scrollIntoViewIfNeeded()
  await page.reload()
  await expect(unreadDivider(page)).toBeInViewport()
  await expect(commentItem(page, '이야기 30번째')).not.toBeInViewport()

  // Sending a comment scrolls to the end, which marks all as read.
  const markedAsRead = waitForReadPosition(page, lastNo)
  await commentBox(page).fill('먼저 한마디 할게요')
  await commentBox(page).press('Control+Enter')
  await expect(commentItem(page, '먼저 한마디')).toBeInViewport()
  await markedAsRead
  await expect(anyNewCommentsButton(page)).toHaveCount(0)
  await page.reload()
  await expect(commentItem(page, '먼저 한마디')).toBeInViewport()
  await expect(unreadDivider(page)).toHaveCount(0)

  // A new comment does not move the comments in view.
  const read = commentItem(page, '이야기 5번째')
  await read.scrollIntoViewIfNeeded()
  await read.hover()
  const before = await topEdge(read)
  await comment(writer, threadKey, '방금 한 말')
  await expect(newCommentsButton(page, 1)).toBeVisible()
  expect(await topEdge(read)).toBe(before)
  await newCommentsButton(page, 1).click()
  await expect(commentItem(page, '방금 한 말')).toBeInViewport()
  await expect(unreadDivider(page)).toBeInViewport()
  await expect(newCommentsButton(page, 1)).toHaveCount(0)

  await test.step('a thread at its end follows new comments, also after an own comment and under a resting pointer', async () => {
    await commentItem(page, '이야기 30번째').hover()
    await page.mouse.wheel(0, 4000)
    await expect(commentItem(page, '이야기 30번째')).toBeInViewport()
    await commentBox(page).fill('내가 먼저 한 말')
    await commentBox(page).press('Control+Enter')
    const ownComment = commentItem(page, '내가 먼저 한 말')
    await expect(ownComment.getByRole('button', { name: ko['comments.reply'] })).toBeInViewport()
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(1)
    for (let number = 1; number <= 12; number += 1) {
      await comment(writer, threadKey, `이어서 ${number}번째 말`)
      await expect(commentItem(page, `이어서 ${number}번째 말`)).toBeInViewport()
      await expect.poll(() => distanceToEnd(page)).toBeLessThan(1)
      // From here on the pointer rests on a comment.
      if (number === 9) await commentItem(page, '이어서 8번째 말').hover()
    }
    await expect(anyNewCommentsButton(page)).toHaveCount(0)
  })
})

test('unread comments that are not loaded are announced until seen @long', async ({ site, openAs }) => {
  const { open, lastNo } = await createThread(site, openAs, DESKTOP, 62)
  const page = await open()
  const above = page.getByText('위에 안 읽은 댓글 12개가 더 있어요.')
  await expect(above).toBeInViewport()
  await expectAccessible(page)
  const requests: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/markcommentsread')) requests.push(request.url())
  })
  await commentItem(page, '이야기 40번째').scrollIntoViewIfNeeded()
  await expect(commentItem(page, '이야기 40번째')).toBeInViewport()
  await page.reload()
  await expect(above).toBeInViewport()
  expect(requests).toEqual([])

  await page.getByRole('button', { name: ko['comments.toFirstUnread'] }).click()
  await expect(unreadDivider(page)).toBeInViewport()
  await expect(commentItem(page, '이야기 1번째').first()).toBeInViewport()
  await expect(above).toHaveCount(0)
  // All unread comments are below, so none was skipped.
  await expect(anyNewCommentsButton(page)).toHaveCount(0)
  const markedAsRead = waitForReadPosition(page, lastNo)
  await scrollThrough(page, 1, 62)
  await markedAsRead
  await page.reload()
  await expect(commentItem(page, '이야기 62번째')).toBeInViewport()
  await expect(unreadDivider(page)).toHaveCount(0)
})

test('the end of a thread marks everything as read @long', async ({ site, openAs }) => {
  const { open, lastNo } = await createThread(site, openAs, DESKTOP, 62)
  const page = await open()
  const above = page.getByText('위에 안 읽은 댓글 12개가 더 있어요.')
  await expect(above).toBeInViewport()
  const markedAsRead = waitForReadPosition(page, lastNo)
  await commentItem(page, '이야기 30번째').hover()
  await page.mouse.wheel(0, 20_000)
  await markedAsRead
  await page.reload()
  await expect(commentItem(page, '이야기 62번째')).toBeInViewport()
  await expect(above).toHaveCount(0)
  await expect(unreadDivider(page)).toHaveCount(0)
})

test('a click leads to the first new comment, and another to the end @long', async ({ site, openAs }) => {
  const { writer, threadKey, open } = await createThread(site, openAs, DESKTOP, 30)
  const page = await open()
  await commentItem(page, '이야기 3번째').first().hover()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(1)
  await commentItem(page, '이야기 5번째').scrollIntoViewIfNeeded()
  for (let number = 1; number <= 12; number += 1) await comment(writer, threadKey, `새로 ${number}번째 말`)
  await newCommentsButton(page, 12).click()
  await expect(commentItem(page, '새로 1번째')).toBeInViewport()
  await expect(commentItem(page, '새로 12번째')).not.toBeInViewport()
  await anyNewCommentsButton(page).click()
  await expect(commentItem(page, '새로 12번째')).toBeInViewport()
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(1)
  await expect(anyNewCommentsButton(page)).toHaveCount(0)

  await test.step('a thread at its end does not move a comment in use', async () => {
    const used = commentItem(page, '새로 10번째')
    await used
      .getByRole('button', { name: ko['reports.moreAboutComment'].replace('{name}', writer.name) })
      .click()
    const before = await topEdge(used)
    await comment(writer, threadKey, '방금 한 말')
    await expect(newCommentsButton(page, 1)).toBeVisible()
    expect(Math.abs((await topEdge(used)) - before)).toBeLessThan(1)
  })
})

test('on a phone a button leads to the unread comments', async ({ site, openAs }) => {
  const { open } = await createThread(site, openAs, PHONE, 12)
  const page = await open()
  await expect(commentBox(page)).toBeInViewport()
  await expect(unreadDivider(page)).not.toBeInViewport()
  const button = page.getByRole('button', { name: '댓글 12', exact: true })

  await test.step('also if its press brings back the hidden bars, which move it', async () => {
    await page.evaluate(() => window.scrollTo(0, 300))
    await expect(page.locator('html')).toHaveAttribute('data-bars-hidden')
    await expect.poll(async () => bottomOf(await button.boundingBox())).toBeGreaterThan(BARS_HIDDEN_BELOW)
    await tapAtRest(page, button)
    await expect(unreadDivider(page)).toBeInViewport()
  })
  await test.step('and then to the end, where the heading gets the focus of the button and the reader stays', async () => {
    await tapAtRest(page, button)
    await expect(page.getByRole('heading', { name: '댓글 12' })).toBeFocused()
    // A scroll to the focus would follow in the next frame.
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await expect(commentItem(page, '이야기 12번째')).toBeInViewport()
  })
})

test('a button that points up leads to a comment that was skipped, not to the end @long', async ({
  site,
  openAs,
}) => {
  const { writer, threadKey, open } = await createThread(site, openAs, PHONE, 40)
  const page = await open()
  await tapAtRest(page, page.getByRole('button', { name: '댓글 40', exact: true }))
  await expect(unreadDivider(page)).toBeInViewport()
  await commentItem(page, '이야기 30번째').evaluate(item =>
    item.scrollIntoView({ block: 'center', behavior: 'instant' }),
  )
  await comment(writer, threadKey, '방금 한 말')
  await tapAtRest(page, anyNewCommentsButton(page))
  await expect(commentItem(page, '이야기 30번째')).not.toBeInViewport()
  await expect(commentItem(page, '방금 한 말')).not.toBeInViewport()
  await expect(anyNewCommentsButton(page)).toBeVisible()
})

test('in text order the end does not mark a comment above it as read', async ({ site, openAs }) => {
  const { writer, reader, threadKey, lastNo } = await createThread(site, openAs, DESKTOP, 40)
  await reader.call(markCommentsRead, { ...threadKey, commentNo: lastNo })
  await commentOn(writer, threadKey, passageOf('한 문단이에요.', '한 문단'), { text: '문장에 남긴 말' })
  const page = await openAs(reader, DESKTOP, paths.noteInHub(threadKey.noteNo, threadKey.hubNo), page =>
    page.addInitScript(() => sessionStorage.setItem('comment_order', 'place')),
  )
  await expect(commentItem(page, '이야기 40번째').last()).toBeInViewport()
  const added = commentItem(page, '문장에 남긴 말').last()
  await expect(added).not.toBeInViewport()
  await expect(newCommentsButton(page, 1)).toBeVisible()
  expect(await reader.call(getComments, threadKey)).toMatchObject({ readUpTo: lastNo })
  const read = waitForReadPosition(page, lastNo + 1)
  await newCommentsButton(page, 1).click()
  await expect(added).toBeInViewport()
  await read
})

test('a change to the order of time shows the first unread comment, not the end', async ({
  site,
  openAs,
}) => {
  const { writer, reader, threadKey, open, lastNo } = await createThread(site, openAs, DESKTOP, 20)
  await reader.call(markCommentsRead, { ...threadKey, commentNo: lastNo })
  for (let number = 1; number <= 12; number += 1)
    await commentOn(writer, threadKey, passageOf('한 문단이에요.', '한 문단'), {
      text: `문장에 ${number}번째 말`,
    })
  const page = await open()
  await page.getByText(ko['passages.byPlace'], { exact: true }).click()
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(1)
  await page.getByText(ko['passages.byTime'], { exact: true }).click()
  await expect(unreadDivider(page)).toBeInViewport()
  await expect(commentItem(page, '문장에 12번째 말').last()).not.toBeInViewport()
})

test('a change to the order of time keeps unread comments that are not loaded @long', async ({
  site,
  openAs,
}) => {
  const { writer, threadKey, open } = await createThread(site, openAs, DESKTOP, 61)
  await commentOn(writer, threadKey, passageOf('한 문단이에요.', '한 문단'), { text: '문장에 남긴 말' })
  const page = await open()
  const above = page.getByText('위에 안 읽은 댓글 12개가 더 있어요.')
  await page.getByText(ko['passages.byPlace'], { exact: true }).click()
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(1)
  await page.getByText(ko['passages.byTime'], { exact: true }).click()
  await expect(above).toBeInViewport()
})

test('a comment that arrives while a passage is open beside the note marks no other as read', async ({
  site,
  openAs,
}) => {
  const { writer, reader, threadKey, open, lastNo } = await createThread(site, openAs, DESKTOP, 40)
  await commentOn(writer, threadKey, passageOf('한 문단이에요.', '한 문단'), { text: '문장에 남긴 말' })
  const page = await open()
  await expect(unreadDivider(page)).toBeInViewport()
  await mark(page, '한 문단').click()
  await expect(commentItem(page, '문장에 남긴 말').last()).toBeInViewport()
  await comment(writer, threadKey, '방금 한 말')
  await expect(newCommentsButton(page, 1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(unreadDivider(page)).toBeInViewport()
  const { readUpTo } = await reader.call(getComments, threadKey)
  expect(readUpTo).toBeLessThan(lastNo)
})
