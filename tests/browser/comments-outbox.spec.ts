import type { Page } from '@playwright/test'
import { updateComment } from '#protocol/comments.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { delayRequests } from './delays.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { endSessionSilently, signOut } from './sessions.ts'
import { signIn } from './steps.ts'
import {
  chooseAction,
  commentBox,
  commentItem,
  createThread,
  noteCard,
  openDiscussions,
  openNote,
  openThreads,
  sendComment,
  thread,
} from './thread.ts'

test('unsent comments are kept and sent once, in order', async ({ site, openAs }) => {
  const { desktop, phone } = await openThreads(site, openAs)
  await expect(commentBox(phone)).toBeVisible()
  await phone.context().setOffline(true)
  await expect(phone.getByText(ko['error.offline'])).toBeVisible()
  for (const comment of ['지하철에서 써요', '이어서 써요']) {
    await commentBox(phone).fill(comment)
    await sendComment(phone)
    await expect(thread(phone).getByRole('listitem').filter({ hasText: comment })).toContainText(
      ko['comments.sentLater'],
    )
  }
  await phone.goBack()
  await phone.context().setOffline(false)
  await expect(thread(desktop).getByRole('listitem')).toContainText(['지하철에서 써요', '이어서 써요'])
  await openNote(phone)
  await expect(commentItem(phone, '지하철에서 써요')).toHaveCount(1)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeHidden()

  await test.step('a later comment does not overtake a queued one or one that is being sent', async () => {
    const submit = async (text: string) => {
      await commentBox(phone).fill(text)
      await sendComment(phone)
    }
    await phone.route('**/postcomment', route => route.abort())
    await submit('먼저 한 말')
    await expect(commentItem(phone, '먼저 한 말')).toContainText(ko['comments.sentLater'])
    await submit('이어서 한 말')
    await expect(commentItem(phone, '이어서 한 말')).toContainText(ko['comments.sentLater'])
    await phone.unroute('**/postcomment')

    const release = await delayRequests(phone, '**/postcomment')
    const requests: string[] = []
    phone.on(
      'request',
      request => request.url().endsWith('/postcomment') && requests.push(request.postData() ?? ''),
    )
    await submit('그다음 말')
    await submit('마지막 말')
    await expect(commentItem(phone, '마지막 말')).toContainText(ko['comments.sending'])
    expect(requests).toHaveLength(1)
    release()
    await expect(thread(desktop).getByRole('listitem')).toContainText([
      '먼저 한 말',
      '이어서 한 말',
      '그다음 말',
      '마지막 말',
    ])
  })
  await test.step('a comment that arrived without a response is shown once', async () => {
    await phone.route('**/postcomment', async route => {
      await route.fetch()
      await route.abort()
    })
    await commentBox(phone).fill('답을 못 받은 말')
    await sendComment(phone)
    await expect(commentItem(desktop, '답을 못 받은 말')).toHaveCount(1)
    await expect(commentItem(phone, '답을 못 받은 말')).toHaveCount(1)
    await expect(phone.getByText(ko['comments.sendFailed'])).toBeHidden()
    await phone.reload()
    await expect(commentItem(phone, '답을 못 받은 말')).toHaveCount(1)
    await expect(phone.getByText(ko['comments.sendFailed'])).toBeHidden()
  })
})

test('a server that does not respond is not reported as a lost network @long', async ({ site, openAs }) => {
  const { desktop, phone } = await openThreads(site, openAs)
  await phone.route('**/postcomment', route => route.abort())
  await commentBox(phone).fill('서버가 쉬는 동안')
  await sendComment(phone)
  await expect(phone.getByText(ko['comments.sentLater'])).toBeVisible()
  await expect(phone.getByText(ko['error.offline'])).toBeHidden()
  await phone.unroute('**/postcomment')
  await phone.getByRole('button', { name: ko['comments.sendAgain'] }).click()
  await expect(phone.getByRole('heading', { name: ko['comments.title'] })).toBeFocused()
  await expect(commentItem(desktop, '서버가 쉬는 동안')).toHaveCount(1)
  await expect(commentItem(phone, '서버가 쉬는 동안')).toHaveCount(1)

  await test.step('a connection that never responds does not block the queue for long', async () => {
    await phone.evaluate(() => {
      const { timeout } = AbortSignal
      AbortSignal.timeout = () => timeout.call(AbortSignal, 500)
    })
    await phone.route('**/postcomment', () => undefined)
    await commentBox(phone).fill('삼켜진 말')
    await sendComment(phone)
    await expect(commentItem(phone, '삼켜진 말')).toContainText(ko['comments.sentLater'])
    await phone.unroute('**/postcomment')
    await phone.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(commentItem(desktop, '삼켜진 말')).toHaveCount(1)
    await expect(commentItem(phone, '삼켜진 말')).toHaveCount(1)
  })
})

test('an unsent comment stays for its author until the sign-out', async ({ site, openAs }) => {
  const { reader, desktop, phone } = await openThreads(site, openAs)
  const note = phone.url()
  await commentBox(phone).fill('아직 생각하는 중')
  await phone.goBack()
  await openNote(phone)
  await expect(commentBox(phone)).toHaveValue('아직 생각하는 중')
  await phone.reload()
  await expect(commentBox(phone)).toHaveValue('아직 생각하는 중')

  // A failed comment stays too, on every screen.
  await phone.context().setOffline(true)
  await sendComment(phone)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeVisible()
  await phone.context().setOffline(false)
  await phone.goBack()
  await expect(noteCard(phone)).toBeVisible()
  await openNote(phone)
  await expect(commentItem(desktop, '아직 생각하는 중')).toHaveCount(1)
  await expect(commentItem(phone, '아직 생각하는 중')).toHaveCount(1)
  await phone.reload()
  await expect(commentItem(phone, '아직 생각하는 중')).toHaveCount(1)
  await expect(commentBox(phone)).toHaveValue('')

  // The end of a session keeps the comment; signing out deletes it.
  await commentBox(phone).fill('다시 로그인하고 보낼 말')
  await endSession(phone)
  await phone.getByRole('dialog').getByLabel(ko['accounts.password']).fill(PASSWORD)
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('dialog')).toBeHidden()
  await sendComment(phone)
  await expect(commentItem(desktop, '다시 로그인하고 보낼 말')).toHaveCount(1)
  await commentBox(phone).fill('남기지 않을 말')
  await phone.locator('.note-bar__back').click()
  await phone.locator('.room-header__back').click()
  await signOut(phone, { discardsTexts: true })
  await signIn(phone, reader)
  await phone.goto(note)
  await expect(commentBox(phone)).toHaveValue('')
})

test('a queued comment that is rejected on another screen is reported there', async ({ site, openAs }) => {
  const { author, hubNo, noteNo, phone } = await openThreads(site, openAs)
  await commentBox(phone).fill('지하철에서 써요')
  await phone.context().setOffline(true)
  await sendComment(phone)
  await expect(commentItem(phone, '지하철에서 써요')).toContainText(ko['comments.sentLater'])
  await phone.goBack()
  await author.call(unshareNote, { hubNo, noteNo })
  await phone.context().setOffline(false)
  const toast = phone.getByRole('status').filter({ hasText: ko['comments.sendFailed'] })
  await toast.getByRole('link', { name: ko['notes.unsentShow'] }).click()
  await expect(phone.getByText(ko['comments.goneWithUnsent'])).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: '지하철에서 써요' })).toBeVisible()
  await expect(phone.getByRole('link', { name: ko['notes.unsentShow'] })).toBeHidden()
})

test('an unsaved edit is kept, also of a deleted comment', async ({ site, openAs }) => {
  const { desktop, phone } = await openThreads(site, openAs)
  await commentBox(phone).fill('곧 지워질 말')
  await sendComment(phone)
  await chooseAction(commentItem(phone, '곧 지워질 말'), ko['comments.edit'])
  await phone.getByRole('textbox', { name: ko['comments.editLabel'] }).fill('고치던 말')
  const doomed = commentItem(desktop, '곧 지워질 말')
  await chooseAction(doomed, ko['common.delete'])
  await doomed.getByRole('button', { name: ko['common.delete'], exact: true }).click()

  await expect(commentItem(phone, '고치던 말')).toContainText(ko['comments.editedGone'])
  await expectAccessible(phone)
  await phone.getByRole('button', { name: ko['comments.takeBack'] }).click()
  await expect(commentBox(phone)).toHaveValue('고치던 말')
  await expect(commentBox(phone)).toBeFocused()
  await expect(phone.getByText(ko['comments.editedGone'])).toBeHidden()

  // Deleting one's own comment discards its edit.
  await sendComment(phone)
  const mine = commentItem(phone, '고치던 말')
  await chooseAction(mine, ko['comments.edit'])
  await phone.getByRole('textbox', { name: ko['comments.editLabel'] }).fill('버릴 말')
  await chooseAction(thread(phone).getByRole('listitem'), ko['common.delete'])
  await thread(phone).getByRole('button', { name: ko['common.delete'], exact: true }).click()
  await expect(mine).toHaveCount(0)
  await expect(phone.getByText(ko['comments.editedGone'])).toBeHidden()

  await test.step('text typed while an edit is saved, or before a discard is undone, stays in the editor', async () => {
    await commentBox(phone).fill('처음 쓴 말')
    await sendComment(phone)
    const mine = thread(phone).getByRole('listitem')
    await chooseAction(mine, ko['comments.edit'])
    const edited = phone.getByRole('textbox', { name: ko['comments.editLabel'] })
    await edited.fill('고친 말')
    await chooseAction(mine, ko['common.delete'])
    await expect(edited).toBeHidden()
    await mine.getByRole('button', { name: ko['common.cancel'], exact: true }).click()
    await expect(edited).toHaveValue('고친 말')

    const release = await delayRequests(phone, '**/updatecomment')
    const request = phone.waitForRequest('**/updatecomment')
    await phone.getByRole('button', { name: ko['comments.save'], exact: true }).click()
    await request
    await edited.fill('고친 말, 그리고 더')
    const answered = phone.waitForResponse('**/updatecomment')
    release()
    await answered
    await expect(mine).toContainText(ko['comments.edited'])
    await expect(edited).toHaveValue('고친 말, 그리고 더')
  })
})

test('saving an untouched editor keeps the edit of another device', async ({ site, openAs }) => {
  const { reader, hubNo, noteNo, desktop, phone } = await openThreads(site, openAs)
  const commentNo = await comment(reader, { hubNo, noteNo }, '처음 쓴 말')
  await chooseAction(commentItem(phone, '처음 쓴 말'), ko['comments.edit'])
  await reader.call(updateComment, { commentNo, text: '다른 기기에서 고친 말' })
  await expect(commentItem(desktop, '다른 기기에서 고친 말')).toHaveCount(1)
  const editor = phone.getByRole('textbox', { name: ko['comments.editLabel'] })
  await expect(editor).toHaveValue('다른 기기에서 고친 말')
  await phone.getByRole('button', { name: ko['comments.save'], exact: true }).click()
  await expect(editor).toBeHidden()
  await expect(commentItem(phone, '다른 기기에서 고친 말')).toHaveCount(1)
})

test('a thread whose note is withdrawn says so, and shows unsent text @long', async ({ site, openAs }) => {
  const { author, reader, noteNo, desktop, phone } = await openDiscussions(site, openAs)
  // The note stays readable, because it is shared in another room of the reader.
  const other = await makeHub(author, reader, await newUser(site.url, '다른 친구'))
  await author.call(shareNote, { hubNo: other, noteNo })
  await openNote(phone)
  await commentBox(phone).fill('쓰고 있던 말')
  await openNote(desktop)
  await expect(commentBox(desktop)).toBeVisible()
  await author.call(unshareNote, { hubNo: Number(new URL(phone.url()).searchParams.get('hub')), noteNo })
  await expect(desktop.getByText(ko['comments.gone'])).toBeVisible()
  await expect(phone.getByText(ko['comments.goneWithUnsent'])).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: '쓰고 있던 말' })).toBeVisible()
  await expect(phone.getByRole('heading', { level: 1 })).toBeFocused()
  await expectAccessible(phone)

  // Withdrawn from the last room too, the note disappears, and the unsent text stays.
  await author.call(unshareNote, { hubNo: other, noteNo })
  await expect(phone.getByText(ko['notes.withdrawn'])).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: '쓰고 있던 말' })).toBeVisible()
})

test('an unsent comment scrolls into view when the note is withdrawn, because its box disappears', async ({
  site,
  openAs,
}) => {
  const { writer, reader, threadKey, open } = await createThread(site, openAs, PHONE, 0)
  // The note stays readable, because it is shared in another room of the reader.
  const other = await makeHub(writer, reader, await newUser(site.url, '다른 친구'))
  await writer.call(shareNote, { hubNo: other, noteNo: threadKey.noteNo })
  const phone = await open()
  await commentBox(phone).fill('쓰고 있던 말')
  await phone.evaluate(() => scrollTo(0, 0))
  await writer.call(unshareNote, threadKey)
  await expect(phone.getByText(ko['comments.goneWithUnsent'])).toBeInViewport({ ratio: 1 })
  await expect(phone.getByRole('listitem').filter({ hasText: '쓰고 있던 말' })).toBeInViewport({ ratio: 1 })
})

/** Ends the session as another device would. */
async function endSession(page: Page): Promise<void> {
  await endSessionSilently(page)
  await page.waitForFunction(() => sessionStorage.getItem('authToken') === null)
}
