import { paths } from '#client/paths.ts'
import { deleteComment } from '#protocol/comments.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment } from '#tests/support/users.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import {
  anyNewCommentsButton,
  commentBox,
  commentItem,
  createThread,
  failOlderComments,
  tapAtRest,
  topEdge,
  unreadDivider,
} from './thread.ts'

/** Scrolling in a thread. */

/** The height that Android leaves to a page while its keyboard is open. In pixels. */
const WITH_KEYBOARD = 480

test('earlier comments load above without moving the comments in view @long', async ({ site, openAs }) => {
  const { writer, threadKey, open } = await createThread(site, openAs, DESKTOP, 60)
  const page = await open()
  const oldest = commentItem(page, '이야기 11번째')
  await oldest.scrollIntoViewIfNeeded()
  const older = page.getByRole('button', { name: ko['comments.older'] })
  await older.scrollIntoViewIfNeeded()
  const before = await topEdge(oldest)
  await older.click()
  await expect(commentItem(page, '이야기 10번째')).toBeAttached()
  expect(Math.abs((await topEdge(oldest)) - before)).toBeLessThan(2)
  const comments = page.getByRole('log').getByRole('listitem')
  await expect(comments).toHaveCount(60)
  await comment(writer, threadKey, '마지막 말')
  await expect(comments.last()).toContainText('마지막 말')
  await expect(comments.first()).toContainText('이야기 1번째')
})

test('a comment that is read does not move when another is deleted between it and the focus', async ({
  site,
  openAs,
}) => {
  const { writer, threadKey, open } = await createThread(site, openAs, PHONE, 12)
  const commentNo = await comment(writer, threadKey, '지울 말')
  for (let number = 1; number <= 20; number += 1) await comment(writer, threadKey, `그다음 ${number}번째`)
  const page = await open()
  await tapAtRest(page, page.getByRole('button', { name: '댓글 33', exact: true }))
  await expect(unreadDivider(page)).toBeFocused()
  const read = commentItem(page, '그다음 9번째')
  await read.evaluate(item => item.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await topEdge(read)
  await writer.call(deleteComment, { commentNo })
  await expect(commentItem(page, '지울 말')).toHaveCount(0)
  expect(Math.abs((await topEdge(read)) - before)).toBeLessThan(2)
})

test('an address leads to its comment, or says it is deleted @long', async ({ site, openAs }) => {
  const { writer, reader, threadKey } = await createThread(site, openAs, DESKTOP, 0)
  const first = await comment(writer, threadKey, '맨 처음 한 말')
  for (let number = 1; number <= 55; number += 1) await comment(writer, threadKey, `이야기 ${number}번째`)
  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(reader, width, paths.commentInHub(threadKey, first))
    await expect(commentItem(page, '맨 처음 한 말')).toBeFocused()
    await expect(commentItem(page, '맨 처음 한 말')).toBeInViewport()
    // On a desktop the page itself does not scroll.
    if (width === DESKTOP) expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await commentItem(page, '이야기 20번째').getByRole('link').click()
    await expect(page).toHaveURL(/comment=\d+$/)
    await expect(commentItem(page, '이야기 20번째')).toBeFocused()
  }
  await test.step('a failed request is reported', async () => {
    const page = await openAs(reader, PHONE, paths.topics)
    await failOlderComments(page)
    await page.goto(paths.commentInHub(threadKey, first))
    await expect(page.getByText(ko['comments.loadFailed'])).toBeVisible()
  })
  await writer.call(deleteComment, { commentNo: first })
  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(reader, width, paths.commentInHub(threadKey, first))
    await expect(page.getByText(ko['comments.notFound'])).toBeInViewport({ ratio: 1 })
  }
})

test('the comment box stays where its reader is while the on-screen keyboard is open', async ({
  site,
  openAs,
}) => {
  const { writer, threadKey, open } = await createThread(site, openAs, PHONE, 40)
  const page = await open()
  const read = commentItem(page, '이야기 12번째')
  await read.evaluate(item => item.scrollIntoView({ block: 'center' }))
  await commentBox(page).tap()
  const button = anyNewCommentsButton(page)
  await expect(button).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE)

  await page.setViewportSize({ width: PHONE, height: WITH_KEYBOARD })
  await expect(commentBox(page)).toBeInViewport({ ratio: 1 })
  const before = await topEdge(read)
  await commentBox(page).pressSequentially('쓰는 중')
  await comment(writer, threadKey, '그사이에 온 말')
  await expect(commentItem(page, '그사이에 온 말')).toBeAttached()
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(commentBox(page)).toBeInViewport({ ratio: 1 })
  expect(await topEdge(read)).toBe(before)
})
