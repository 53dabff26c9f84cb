import { paths } from '#client/paths.ts'
import { getComments } from '#protocol/comments.ts'
import { ko } from '#protocol/text/ko.ts'
import { commentOn, passageOf } from '#tests/support/passages.ts'
import { comment, shareNewNote } from '#tests/support/users.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { mark } from './passages.ts'
import { newHub } from './steps.ts'
import {
  anyNewCommentsButton,
  commentBox,
  commentItem,
  createThread,
  sendComment,
  unreadDivider,
  waitForReadPosition,
} from './thread.ts'

/** Comments of a thread that was open, but did not show them, stay unread. */

test('comments that arrive behind the sheet of a passage stay unread, and the passage in view', async ({
  site,
  openAs,
}) => {
  const [writer, reader, hubNo] = await newHub(site, '쓴이', '읽는이')
  const noteNo = await shareNewNote(writer, hubNo, '짧은 이야기')
  const threadKey = { hubNo, noteNo }
  await commentOn(writer, threadKey, passageOf('오늘 이야기한 것', '오늘 이야기'), { text: '문장에 남긴 말' })
  const page = await openAs(reader, PHONE, paths.noteInHub(noteNo, hubNo))
  await expect(commentItem(page, '문장에 남긴 말')).toBeInViewport()
  await mark(page, '오늘 이야기').tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  let lastNo = 0
  for (let number = 1; number <= 14; number += 1)
    lastNo = await comment(writer, threadKey, `이야기 ${number}번째`)
  await expect(commentItem(page, '이야기 14번째')).toBeAttached()
  await expect(mark(page, '오늘 이야기')).toBeInViewport()
  await sheet.getByRole('button', { name: ko['common.close'] }).click()
  await expect(sheet).toHaveCount(0)
  await expect(anyNewCommentsButton(page)).toBeVisible()
  const { readUpTo } = await reader.call(getComments, threadKey)
  expect(readUpTo).toBeLessThan(lastNo)
})

test('comments that arrive together after a lost connection stay unread if they do not fit', async ({
  site,
  openAs,
}) => {
  const { writer, reader, threadKey, open } = await createThread(site, openAs, PHONE, 3)
  const page = await open()
  const last = commentItem(page, '이야기 3번째')
  await last.evaluate(item => item.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(last).toBeInViewport()
  await expect.poll(async () => (await reader.call(getComments, threadKey)).readUpTo).toBeGreaterThan(0)
  await page.context().setOffline(true)
  let lastNo = 0
  for (let number = 4; number <= 23; number += 1)
    lastNo = await comment(writer, threadKey, `이야기 ${number}번째`)
  await page.context().setOffline(false)
  await expect(anyNewCommentsButton(page)).toBeVisible()
  await expect(commentItem(page, '이야기 23번째')).not.toBeInViewport()
  const { readUpTo } = await reader.call(getComments, threadKey)
  expect(readUpTo).toBeLessThan(lastNo)
})

for (const width of [DESKTOP, PHONE])
  test(`a link to the last comment leaves those above it unread, ${width} px wide`, async ({
    site,
    openAs,
  }) => {
    const { reader, threadKey, lastNo } = await createThread(site, openAs, width, 25)
    const page = await openAs(reader, width, paths.commentInHub(threadKey, lastNo))
    await expect(commentItem(page, '이야기 25번째')).toBeInViewport()
    await expect(anyNewCommentsButton(page)).toBeVisible()
    const { readUpTo } = await reader.call(getComments, threadKey)
    expect(readUpTo).toBeLessThan(lastNo)

    await test.step('also after some scrolling up and down, and after a reply', async () => {
      const last = commentItem(page, '이야기 25번째')
      await last.hover()
      for (const distance of [-8, -400, 1_000]) {
        const before = await last.boundingBox()
        await page.mouse.wheel(0, distance)
        await expect.poll(() => last.boundingBox()).not.toEqual(before)
      }
      await expect(anyNewCommentsButton(page)).toBeVisible()
      await commentBox(page).fill('나도 봤어요.')
      await sendComment(page)
      await expect(commentItem(page, '나도 봤어요.')).toBeInViewport()
      await expect(anyNewCommentsButton(page)).toBeVisible()
    })

    // None of the first comments was seen either.
    await anyNewCommentsButton(page).click()
    await expect(unreadDivider(page)).toBeInViewport()
    const markedAsRead = waitForReadPosition(page, lastNo)
    await commentItem(page, '이야기 1번째').first().hover()
    await page.mouse.wheel(0, 10_000)
    await markedAsRead
  })
