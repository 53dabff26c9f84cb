import { randomUUID } from 'node:crypto'
import { deleteComment, postComment, updateComment } from '#protocol/comments.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { commentBox, commentItem, createThread, thread } from './thread.ts'

/** Replies and their quotes. */

const DESKTOP = 1440

test('a reply shows its quoted comment, links to it, and shows when it is deleted', async ({
  site,
  openAs,
}) => {
  const { writer, threadKey, open } = await createThread(site, openAs, DESKTOP, 60)
  const first = await comment(writer, threadKey, '물음 하나\n둘째 줄은 안 보여요')
  const page = await open()
  await commentItem(page, '물음 하나').getByRole('button', { name: ko['comments.reply'] }).click()
  await expect(page.getByText(`${writer.name}님에게 답글`)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(`${writer.name}님에게 답글`)).toBeVisible()
  await commentBox(page).fill('답이에요')
  await commentBox(page).press('Control+Enter')
  await expect(page.getByText(`${writer.name}님에게 답글`)).toHaveCount(0)
  const answer = commentItem(page, '답이에요')
  const quote = answer.getByRole('button', { name: `${writer.name} 물음 하나` })
  await expect(quote).toBeVisible()

  await quote.click()
  await expect(thread(page).getByRole('listitem').filter({ hasText: '둘째 줄' })).toBeFocused()

  await writer.call(updateComment, { commentNo: first, text: '고친 물음' })
  await expect(answer.getByRole('button', { name: `${writer.name} 고친 물음` })).toBeVisible()
  await writer.call(deleteComment, { commentNo: first })
  await expect(answer.getByText(ko['comments.quoteGone'])).toBeVisible()
  await page.reload()
  await expect(answer.getByText(ko['comments.quoteGone'])).toBeVisible()
})

test('a reply to a deleted comment is kept, says so, and is sent as a comment on retry', async ({
  site,
  openAs,
}) => {
  const { writer, threadKey, open } = await createThread(site, openAs, DESKTOP, 0)
  const questionNo = await comment(writer, threadKey, '지워질 물음')
  const page = await open()
  await commentItem(page, '지워질 물음').getByRole('button', { name: ko['comments.reply'] }).click()
  await commentBox(page).fill('늦은 답')
  await writer.call(deleteComment, { commentNo: questionNo })
  await expect(commentItem(page, '지워질 물음')).toBeHidden()
  await commentBox(page).press('Control+Enter')
  const failed = thread(page).getByRole('listitem').filter({ hasText: '늦은 답' })
  await expect(failed.getByText(ko['comments.replyGone'])).toBeVisible()
  await expect(failed.getByText('지워질 물음')).toBeHidden()
  await failed.getByRole('button', { name: ko['comments.sendAgain'] }).click()
  await expect(failed.getByText(ko['comments.replyGone'])).toBeHidden()
  await expect(failed.getByRole('button', { name: ko['comments.reply'] })).toBeVisible()
})

test('a quote leads to a comment that is not loaded yet @long', async ({ site, openAs }) => {
  const { writer, threadKey, open } = await createThread(site, openAs, DESKTOP, 0)
  const first = await comment(writer, threadKey, '맨 처음 한 말')
  for (let number = 1; number <= 55; number += 1) await comment(writer, threadKey, `이야기 ${number}번째`)
  await writer.call(postComment, { ...threadKey, text: '답이에요', replyTo: first, requestKey: randomUUID() })
  const page = await open()
  await commentItem(page, '답이에요')
    .getByRole('button', { name: /맨 처음 한 말/ })
    .click()
  await expect(commentItem(page, '맨 처음 한 말').first()).toBeFocused()
  await expect(commentItem(page, '맨 처음 한 말').first()).toBeInViewport()
})
