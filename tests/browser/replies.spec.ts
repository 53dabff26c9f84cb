import { randomUUID } from 'node:crypto'
import { deleteComment, postComment, updateComment } from '#protocol/comments.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { box, longThread, said, thread } from './talking.ts'

/** Answers, and what they quote. */

const DESKTOP = 1440

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

test('a quote leads back to what is not shown yet @long', async ({ site, openAs }) => {
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
