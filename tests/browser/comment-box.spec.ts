import { randomUUID } from 'node:crypto'
import { paths } from '#client/paths.ts'
import { deleteComment, postComment, updateComment } from '#protocol/comments.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { dispatchTransfer } from './dataTransfer.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { chooseAction, commentBox, commentItem, createThread, thread } from './thread.ts'

/** Writing comments and replies. */

test('writing, sending and editing a comment', async ({ site, openAs }) => {
  const { writer, threadKey, open } = await createThread(site, openAs, DESKTOP, 0)
  const page = await open()

  await test.step('with a mouse Enter sends unless that is switched off; Shift+Enter inserts a line break, and a composing syllable stays whole', async () => {
    const choice = page.getByRole('checkbox', { name: ko['comments.sendByEnter'] })
    await expect(choice).toBeChecked()
    await commentBox(page).fill('첫 말')
    await commentBox(page).press('Enter')
    await expect(commentItem(page, '첫 말')).toBeVisible()
    await expect(commentBox(page)).toHaveValue('')
    await choice.uncheck()
    await page.reload()
    await expect(choice).not.toBeChecked()
    await commentBox(page).fill('첫 줄')
    await commentBox(page).press('Enter')
    await expect(commentBox(page)).toHaveValue('첫 줄\n')
    await choice.check()
    await commentBox(page).fill('둘째 말')
    await commentBox(page).press('Shift+Enter')
    await expect(commentBox(page)).toHaveValue('둘째 말\n')
    await commentBox(page).press('Enter')
    await expect(commentItem(page, '둘째 말')).toBeVisible()
    await commentBox(page).press('Enter')
    await expect(commentBox(page)).toHaveValue('')
    await expect(page.getByText(ko['comments.length'])).toHaveCount(0)

    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
    await commentBox(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await keyboard.send('Input.insertText', { text: '한글' })
    await commentBox(page).press('Enter')
    await expect(commentItem(page, '한글')).toBeVisible()
    await expect(commentItem(page, '한')).toHaveCount(1)
  })
  await test.step('the length appears close to the limit', async () => {
    await commentBox(page).fill('가'.repeat(399))
    await expect(page.getByText('399/500')).toHaveCount(0)
    await expect(commentBox(page)).not.toHaveAttribute('aria-describedby')
    await commentBox(page).fill('가'.repeat(400))
    await expect(page.getByText('400/500')).toBeVisible()
    await expect(commentBox(page)).toHaveAttribute('aria-describedby', /count/)
  })
  await test.step('editing a comment starts with the caret at its end', async () => {
    await commentBox(page).fill('처음 한 말')
    await commentBox(page).press('Control+Enter')
    await chooseAction(commentItem(page, '처음 한 말'), ko['comments.edit'])
    await page.keyboard.type(', 그리고 더')
    await expect(page.getByRole('textbox', { name: ko['comments.editLabel'] })).toHaveValue(
      '처음 한 말, 그리고 더',
    )
    await page.keyboard.press('Escape')
  })

  const list = page.getByRole('listbox', { name: ko['comments.whom'] })

  await test.step('initial consonants complete a mention while editing', async () => {
    await commentBox(page).fill('부를 말')
    await commentBox(page).press('Control+Enter')
    await chooseAction(commentItem(page, '부를 말'), ko['comments.edit'])
    const edited = page.getByRole('textbox', { name: ko['comments.editLabel'] })
    const before = await edited.boundingBox()
    await page.keyboard.type(' @쓴')
    await expect(list.getByRole('option', { name: writer.name })).toHaveAttribute('aria-selected', 'true')
    await expect(list).toBeInViewport({ ratio: 1 })
    expect(await edited.boundingBox()).toEqual(before)
    // Esc closes the list first, then the editor.
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(edited).toHaveValue('부를 말 @쓴')
    await edited.press('Backspace')
    await page.keyboard.type('쓴')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(edited).toHaveCount(0)
  })
  await test.step('while typing, and as a mark in the sent comment', async () => {
    await commentBox(page).pressSequentially('안녕 @ㅆㅇ')
    await expect(list.getByRole('option', { name: writer.name })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await commentBox(page).press('Escape')
    await expect(list).toHaveCount(0)
    await expect(commentBox(page)).toHaveValue('안녕 @ㅆㅇ')

    // Enter during composition chooses nothing; afterwards it chooses the name.
    await commentBox(page).fill('')
    await commentBox(page).pressSequentially('@')
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '쓴', selectionStart: 1, selectionEnd: 1 })
    await expect(list.getByRole('option')).toHaveCount(1)
    await commentBox(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await expect(commentBox(page)).toHaveValue('@쓴')
    await keyboard.send('Input.insertText', { text: '쓴' })
    await commentBox(page).press('Enter')
    await expect(commentBox(page)).toHaveValue(`@${writer.name} `)
    await expect(list).toHaveCount(0)
    await commentBox(page).press('Control+Enter')
    await expect(commentItem(page, writer.name).locator('.mention')).toHaveText(`@${writer.name}`)

    // The mention of the viewer is highlighted.
    const theirs = await openAs(writer, PHONE, paths.noteInHub(threadKey.noteNo, threadKey.hubNo))
    await expect(commentItem(theirs, '@').locator('.mention--me')).toHaveText(`@${writer.name}`)
    await expectAccessible(theirs)
  })
})

test('a pasted or dropped picture is rejected with a sentence, and the page stays', async ({
  site,
  openAs,
}) => {
  const { open } = await createThread(site, openAs, DESKTOP, 0)
  const page = await open()
  const box = commentBox(page)
  await box.fill('쓰던 말')
  const files = [{ name: '사진.png', mimeType: 'image/png', buffer: Buffer.from('png') }]
  await dispatchTransfer(page, 'paste', { files }, box)
  await expect(page.getByText(ko['comments.onlyText'])).toBeVisible()
  await box.pressSequentially('!')
  await expect(page.getByText(ko['comments.onlyText'])).toBeHidden()
  await expect.poll(() => dispatchTransfer(page, 'drop', { files }, box)).toBe(false)
})

test('a reply shows its quoted comment, links to it, and says when it is gone', async ({ site, openAs }) => {
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

  await test.step('a reply to a deleted comment is kept, says so, and is sent as a comment on retry', async () => {
    const questionNo = await comment(writer, threadKey, '지워질 물음')
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
