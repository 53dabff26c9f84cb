import { paths } from '#client/paths.ts'
import { markCommentsRead } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { PHONE } from './editor.ts'
import { connected, expect, test } from './fixtures.ts'
import { gate, holdBack } from './holding.ts'
import { shareIn } from './steps.ts'
import { box, cardOn, discuss, discussNote, openNote, said, send } from './talking.ts'

test('a comment, its change and its end reach the other by themselves, and so does who is writing', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await discussNote(site, openAs)
  await expect(desktop.getByText(ko['comments.empty'])).toBeVisible()
  // Who is writing is told once, and kept nowhere.
  await Promise.all([connected(desktop), connected(phone)])

  await box(phone).pressSequentially('1장 인상 깊었어요')
  await expect(desktop.getByText(`${reader.name}님이 쓰고 있어요`)).toBeVisible()
  await box(phone).press('Enter')
  await box(phone).pressSequentially('https://example.com/책에서 봤어요')
  await send(phone)
  const comment = said(desktop, '1장 인상 깊었어요')
  await expect(comment).toContainText(reader.name)
  await expect(desktop.getByText(/님이 쓰고 있어요/)).toBeHidden()
  const link = comment.getByRole('link', { name: 'https://example.com/' })
  await expect(link).toHaveAttribute('rel', 'nofollow noopener')
  await expect(box(phone)).toHaveValue('')

  // Changed within five minutes, by its writer alone.
  await expect(comment.getByRole('button', { name: ko['comments.edit'], exact: true })).toHaveCount(0)
  await said(phone, '1장 인상').getByRole('button', { name: ko['comments.edit'], exact: true }).click()
  const edited = phone.getByRole('textbox', { name: ko['comments.editLabel'] })
  await edited.fill('2장도 좋았어요')
  // What is not saved waits, also where the page is left.
  await phone.goBack()
  await openNote(phone)
  await expect(edited).toHaveValue('2장도 좋았어요')
  await phone.reload()
  await expect(edited).toHaveValue('2장도 좋았어요')
  await phone.getByRole('button', { name: ko['comments.save'], exact: true }).click()
  await expect(said(desktop, '2장도 좋았어요')).toContainText(ko['comments.edited'])
  await phone.reload()
  await expect(said(phone, '2장도 좋았어요')).toContainText(ko['comments.edited'])
  await expect(edited).toHaveCount(0)

  for (const page of [desktop, phone]) await expectAccessible(page)

  // The author may remove it from their own note.
  const remove = said(desktop, '2장도 좋았어요').getByRole('button', { name: ko['common.delete'] })
  await remove.click()
  await remove.last().click()
  await expect(said(phone, '2장도 좋았어요')).toBeHidden()
  await expect(phone.getByText(ko['comments.empty'])).toBeVisible()
})

test('a card counts comments and shows a dot until they are read', async ({ site, openAs }) => {
  const { desktop, phone } = await discuss(site, openAs)
  await expect(cardOn(desktop)).not.toContainText('댓글')
  await openNote(phone)
  await box(phone).fill('잘 읽었어요')
  await send(phone)
  await expect(cardOn(desktop)).toContainText('댓글 1')
  await expect(cardOn(desktop).getByText(ko['comments.someNew'])).toBeAttached()
  await expectAccessible(desktop)

  const told = desktop.waitForRequest(`**${markCommentsRead.path}`)
  await openNote(desktop)
  await expect(said(desktop, '잘 읽었어요')).toBeVisible()
  await told
  await desktop.goBack()
  await expect(cardOn(desktop)).toContainText('댓글 1')
  await expect(cardOn(desktop).getByText(ko['comments.someNew'])).toHaveCount(0)

  // One's own are never new.
  await phone.goBack()
  await expect(cardOn(phone)).toContainText('댓글 1')
  await expect(cardOn(phone).getByText(ko['comments.someNew'])).toHaveCount(0)
})

test('a thread that is read on one device is read on the other @long', async ({ site, openAs }) => {
  const { author, reader, hubNo, noteNo, desktop, phone } = await discuss(site, openAs)
  const place = { hubNo, noteNo }
  const dot = cardOn(desktop).getByText(ko['comments.someNew'])
  await connected(desktop)
  const other = await openAs(author, PHONE, paths.discussion(hubNo))
  await comment(reader, place, '잘 읽었어요')
  await expect(dot).toBeAttached()
  await openNote(other)
  await expect(said(other, '잘 읽었어요')).toBeVisible()
  await expect(dot).toHaveCount(0)

  // With a word of one's own at its end the card alone does not tell.
  await phone.close()
  await other.goBack()
  await comment(reader, place, '또 읽었어요')
  await expect(dot).toBeAttached()
  await comment(author, place, '고마워요')
  await expect(cardOn(desktop)).toContainText('고마워요')
  await expect(dot).toBeAttached()
  await openNote(other)
  await expect(dot).toHaveCount(0)
})

test('no dot comes back with an answer that is older than the reading @long', async ({ site, openAs }) => {
  const { desktop, phone } = await discuss(site, openAs)
  await openNote(phone)
  await box(phone).fill('잘 읽었어요')
  await send(phone)
  const dot = cardOn(desktop).getByText(ko['comments.someNew'])
  await expect(dot).toBeAttached()

  const tell = await holdBack(desktop, `**${markCommentsRead.path}`)
  const [read, late, arrived] = [gate(), gate(), gate()]
  await desktop.route(
    `**${getSharedNotes.path}`,
    async route => {
      const response = await route.fetch()
      read.open()
      await late.opened
      // It may be given up by then.
      await route.fulfill({ response }).catch(() => undefined)
      arrived.open()
    },
    { times: 1 },
  )
  const told = desktop.waitForRequest(`**${markCommentsRead.path}`)
  await openNote(desktop)
  await told
  await desktop.goBack()
  await read.opened
  const answered = desktop.waitForResponse(`**${markCommentsRead.path}`)
  tell()
  await answered
  await expect(dot).toHaveCount(0)
  late.open()
  await arrived.opened
  await expect(dot).toHaveCount(0)
})

test('a composing syllable stays whole, and only Ctrl+Enter outside of it sends', async ({
  site,
  openAs,
}) => {
  const { desktop, phone } = await discussNote(site, openAs)
  await box(desktop).focus()
  const keyboard = await desktop.context().newCDPSession(desktop)
  await keyboard.send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 })
  // A comment of somebody else arrives while the syllable is open.
  await box(phone).fill('먼저 보낼게요')
  await send(phone)
  await expect(said(desktop, '먼저 보낼게요')).toBeVisible()
  await keyboard.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.insertText', { text: '한' })
  await expect(box(desktop)).toHaveValue('한')
  await desktop.keyboard.press('Control+Enter')
  await expect(said(phone, '한')).toBeVisible()
  await expect(box(desktop)).toHaveValue('')
  await expect(box(desktop)).toBeFocused()
})

test('a withdrawn note leaves a discussion and an open note with its reason @long', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await discuss(site, openAs)
  await openNote(desktop)
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await connected(phone)
  await desktop.getByRole('button', { name: ko['shares.cancel'] }).click()
  await expect(phone.getByText(/님이 공유를 취소했어요: 함께 읽은 책$/)).toBeVisible()
  await expect(cardOn(phone)).toBeHidden()

  // Opened while it is not shared, it has no thread; shared again, it has.
  await desktop.reload()
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await expect(box(desktop)).toBeHidden()
  await shareIn(desktop.getByRole('listitem').filter({ hasText: reader.name }))
  await expect(box(desktop)).toBeVisible()
  await openNote(phone)
  await expect(box(phone)).toBeVisible()
  await desktop.getByRole('button', { name: ko['common.delete'], exact: true }).first().click()
  await desktop.getByRole('group').getByRole('button', { name: ko['common.delete'], exact: true }).click()
  await expect(phone.getByText(ko['notes.deleted'])).toBeVisible()
})
