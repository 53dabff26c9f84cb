import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { markCommentsRead } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { createGate, delayRequests } from './delays.ts'
import { expect, PHONE, test, waitForConnection } from './fixtures.ts'
import {
  chooseAction,
  commentBox,
  commentItem,
  membersLine,
  noteCard,
  openCommentMenu,
  openDiscussions,
  openNote,
  openThreads,
  sendComment,
} from './thread.ts'

test('a comment, its edit, its deletion and its typing appear live', async ({ site, openAs }) => {
  const { reader, desktop, phone } = await openThreads(site, openAs)
  await expect(desktop.getByText(ko['comments.empty'])).toBeVisible()
  // The typing event is published once, and not stored.
  await Promise.all([waitForConnection(desktop), waitForConnection(phone)])

  await commentBox(phone).pressSequentially('1장 인상 깊었어요')
  await expect(desktop.getByText(`${reader.name}님이 쓰고 있어요`)).toBeVisible()
  await commentBox(phone).press('Enter')
  await commentBox(phone).pressSequentially('https://example.com/책에서 봤어요')
  await sendComment(phone)
  const comment = commentItem(desktop, '1장 인상 깊었어요')
  await expect(comment).toContainText(reader.name)
  await expect(desktop.getByText(/님이 쓰고 있어요/)).toBeHidden()
  const link = comment.getByRole('link', { name: 'https://example.com/' })
  await expect(link).toHaveAttribute('rel', 'nofollow noopener')
  await expect(commentBox(phone)).toHaveValue('')

  // Only its author may edit it, within five minutes.
  await openCommentMenu(comment)
  await expect(desktop.getByRole('menuitem', { name: ko['common.delete'], exact: true })).toBeVisible()
  await expect(desktop.getByRole('menuitem', { name: ko['comments.edit'], exact: true })).toHaveCount(0)
  await desktop.keyboard.press('Escape')
  await chooseAction(commentItem(phone, '1장 인상'), ko['comments.edit'])
  const edited = phone.getByRole('textbox', { name: ko['comments.editLabel'] })
  await edited.fill('2장도 좋았어요')
  // An unsaved edit is kept when the page is left.
  await phone.goBack()
  await openNote(phone)
  await expect(edited).toHaveValue('2장도 좋았어요')
  await phone.reload()
  await expect(edited).toHaveValue('2장도 좋았어요')
  await edited.press('Escape')
  await expect(edited).toHaveCount(0)
  await phone.getByRole('button', { name: ko['common.undo'], exact: true }).click()
  await expect(edited).toHaveValue('2장도 좋았어요')
  await phone.getByRole('button', { name: ko['comments.save'], exact: true }).click()
  await expect(commentItem(desktop, '2장도 좋았어요')).toContainText(ko['comments.edited'])
  await phone.reload()
  await expect(commentItem(phone, '2장도 좋았어요')).toContainText(ko['comments.edited'])
  await expect(edited).toHaveCount(0)

  // The author of a note may delete comments on it.
  const liked = commentItem(desktop, '2장도 좋았어요')
  await chooseAction(liked, ko['common.delete'])
  await liked.getByRole('button', { name: ko['common.delete'], exact: true }).click()
  await expect(commentItem(phone, '2장도 좋았어요')).toBeHidden()
  await expect(phone.getByText(ko['comments.empty'])).toBeVisible()

  await test.step('a composing syllable stays whole, and only Ctrl+Enter after it sends', async () => {
    await commentBox(desktop).focus()
    const keyboard = await desktop.context().newCDPSession(desktop)
    await keyboard.send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 })
    // Another user's comment arrives during composition.
    await commentBox(phone).fill('먼저 보낼게요')
    await sendComment(phone)
    await expect(commentItem(desktop, '먼저 보낼게요')).toBeVisible()
    await keyboard.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
    await keyboard.send('Input.insertText', { text: '한' })
    await expect(commentBox(desktop)).toHaveValue('한')
    await desktop.keyboard.press('Control+Enter')
    await expect(commentItem(phone, '한')).toBeVisible()
    await expect(commentBox(desktop)).toHaveValue('')
    await expect(commentBox(desktop)).toBeFocused()
  })
})

test('a card shows readers, typing, comments and reactions, and does not move', async ({ site, openAs }) => {
  const { reader, desktop, phone } = await openDiscussions(site, openAs)
  const card = noteCard(desktop)
  await expect(card).not.toContainText('댓글')
  await expect(membersLine(desktop)).toBeVisible()
  const position = await card.boundingBox()

  await openNote(phone)
  const readers = card.getByRole('button', { name: ko['discussion.readByAll'] })
  await readers.click()
  await expect(card.getByText(reader.name)).toBeVisible()
  await expectAccessible(desktop)
  await desktop.keyboard.press('Escape')
  await expect(card.getByText(reader.name)).toBeHidden()
  await expect(readers).toBeFocused()

  // Clicks without moving the focus, as Safari does.
  await readers.blur()
  await readers.dispatchEvent('click')
  await expect(card.getByText(reader.name)).toBeVisible()
  await desktop.getByRole('heading', { level: 1 }).click()
  await expect(card.getByText(reader.name)).toBeHidden()

  // The typing event is published only once.
  await Promise.all([waitForConnection(desktop), waitForConnection(phone)])
  await commentBox(phone).pressSequentially('그해 가을을 기억해요')
  await expect(card).toContainText(`${reader.name}님이 쓰고 있어요`)
  await sendComment(phone)
  await expect(card).toContainText(`${reader.name} 그해 가을을 기억해요`)
  await expect(card).not.toContainText('쓰고 있어요')

  const reaction = card.getByRole('button', { name: /^공감( \d+)?$/ })
  await reaction.click()
  await expect(reaction).toHaveAttribute('aria-pressed', 'true')
  await expect(card).toContainText('공감 1')
  expect(await card.boundingBox()).toEqual(position)

  await phone.goBack()
  const onPhone = noteCard(phone)
  await expect(onPhone.getByRole('button', { name: '공감 1' })).toHaveAttribute('aria-pressed', 'false')
  await expect(membersLine(phone)).toBeVisible()
  const placeOnPhone = await onPhone.boundingBox()
  await onPhone.getByRole('button', { name: '공감 1' }).click()
  await expect(card).toContainText('공감 2')
  await reaction.click()
  await expect(onPhone).toContainText('공감 1')
  expect(await onPhone.boundingBox()).toEqual(placeOnPhone)

  await test.step('its dot stays until the comment is read; own comments are never new', async () => {
    const dot = (page: Page) => noteCard(page).getByText(ko['comments.someNew'])
    await expect(card).toContainText('댓글 1')
    await expect(dot(desktop)).toBeAttached()
    await expectAccessible(desktop)
    const markedAsRead = desktop.waitForRequest(`**${markCommentsRead.path}`)
    await openNote(desktop)
    await expect(commentItem(desktop, '그해 가을을 기억해요')).toBeVisible()
    await markedAsRead
    await desktop.goBack()
    await expect(card).toContainText('댓글 1')
    await expect(dot(desktop)).toHaveCount(0)
    await expect(onPhone).toContainText('댓글 1')
    await expect(dot(phone)).toHaveCount(0)
  })
})

test('a thread read on one device is read on the other @long', async ({ site, openAs }) => {
  const { author, reader, hubNo, noteNo, desktop, phone } = await openDiscussions(site, openAs)
  const threadKey = { hubNo, noteNo }
  const dot = noteCard(desktop).getByText(ko['comments.someNew'])
  await waitForConnection(desktop)
  const other = await openAs(author, PHONE, paths.discussion(hubNo))
  await comment(reader, threadKey, '잘 읽었어요')
  await expect(dot).toBeAttached()
  await openNote(other)
  await expect(commentItem(other, '잘 읽었어요')).toBeVisible()
  await expect(dot).toHaveCount(0)

  // With an own comment at the end, the card alone does not show whether the thread is read.
  await phone.close()
  await other.goBack()
  await comment(reader, threadKey, '또 읽었어요')
  await expect(dot).toBeAttached()
  await comment(author, threadKey, '고마워요')
  await expect(noteCard(desktop)).toContainText('고마워요')
  await expect(dot).toBeAttached()
  await openNote(other)
  await expect(dot).toHaveCount(0)
})

test('an older response does not bring the dot back @long', async ({ site, openAs }) => {
  const { desktop, phone } = await openDiscussions(site, openAs)
  await openNote(phone)
  await commentBox(phone).fill('잘 읽었어요')
  await sendComment(phone)
  const dot = noteCard(desktop).getByText(ko['comments.someNew'])
  await expect(dot).toBeAttached()

  const release = await delayRequests(desktop, `**${markCommentsRead.path}`)
  const [read, late, arrived] = [createGate(), createGate(), createGate()]
  await desktop.route(
    `**${getSharedNotes.path}`,
    async route => {
      const response = await route.fetch()
      read.open()
      await late.opened
      // The request may be aborted by then.
      await route.fulfill({ response }).catch(() => undefined)
      arrived.open()
    },
    { times: 1 },
  )
  const markedAsRead = desktop.waitForRequest(`**${markCommentsRead.path}`)
  await openNote(desktop)
  await markedAsRead
  await desktop.goBack()
  await read.opened
  const answered = desktop.waitForResponse(`**${markCommentsRead.path}`)
  release()
  await answered
  await expect(dot).toHaveCount(0)
  late.open()
  await arrived.opened
  await expect(dot).toHaveCount(0)
})
