import type { Page } from '@playwright/test'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, PASSWORD } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './holding.ts'
import { endSessionUnnoticed } from './sessions.ts'
import { signIn } from './steps.ts'
import { box, cardOn, discuss, discussNote, openNote, said, send, thread } from './talking.ts'

test('what is typed while an edit is saved, or before a question is taken back, stays in the editor', async ({
  site,
  openAs,
}) => {
  const { phone } = await discuss(site, openAs)
  await openNote(phone)
  await box(phone).fill('처음 쓴 말')
  await send(phone)
  const mine = thread(phone).getByRole('listitem')
  await mine.getByRole('button', { name: ko['comments.edit'], exact: true }).click()
  const edited = phone.getByRole('textbox', { name: ko['comments.editLabel'] })
  await edited.fill('고친 말')
  await mine.getByRole('button', { name: ko['common.delete'], exact: true }).click()
  await expect(edited).toBeHidden()
  await mine.getByRole('button', { name: ko['common.cancel'], exact: true }).click()
  await expect(edited).toHaveValue('고친 말')

  const letPass = await holdBack(phone, '**/updatecomment')
  const asked = phone.waitForRequest('**/updatecomment')
  await phone.getByRole('button', { name: ko['comments.save'], exact: true }).click()
  await asked
  await edited.fill('고친 말, 그리고 더')
  const answered = phone.waitForResponse('**/updatecomment')
  letPass()
  await answered
  await expect(mine).toContainText(ko['comments.edited'])
  await expect(edited).toHaveValue('고친 말, 그리고 더')
})

test('what cannot be sent is kept, and sends itself once there is a line, in its order', async ({
  site,
  openAs,
}) => {
  const { desktop, phone } = await discussNote(site, openAs)
  await expect(box(phone)).toBeVisible()
  await phone.context().setOffline(true)
  await expect(phone.getByText(ko['error.offline'])).toBeVisible()
  for (const words of ['지하철에서 써요', '이어서 써요']) {
    await box(phone).fill(words)
    await send(phone)
    await expect(thread(phone).getByRole('listitem').filter({ hasText: words })).toContainText(
      ko['comments.sentLater'],
    )
  }
  await phone.goBack()
  await phone.context().setOffline(false)
  await expect(thread(desktop).getByRole('listitem')).toContainText(['지하철에서 써요', '이어서 써요'])
  await openNote(phone)
  await expect(said(phone, '지하철에서 써요')).toHaveCount(1)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeHidden()
})

test('what is said next does not overtake what waits, or is under way', async ({ site, openAs }) => {
  const { desktop, phone } = await discussNote(site, openAs)
  const say = async (words: string) => {
    await box(phone).fill(words)
    await send(phone)
  }
  await phone.route('**/postcomment', route => route.abort())
  await say('먼저 한 말')
  await expect(said(phone, '먼저 한 말')).toContainText(ko['comments.sentLater'])
  await say('이어서 한 말')
  await expect(said(phone, '이어서 한 말')).toContainText(ko['comments.sentLater'])
  await phone.unroute('**/postcomment')

  const letPass = await holdBack(phone, '**/postcomment')
  const asked: string[] = []
  phone.on(
    'request',
    request => request.url().endsWith('/postcomment') && asked.push(request.postData() ?? ''),
  )
  await say('그다음 말')
  await say('마지막 말')
  await expect(said(phone, '마지막 말')).toContainText(ko['comments.sending'])
  expect(asked).toHaveLength(1)
  letPass()
  await expect(thread(desktop).getByRole('listitem')).toContainText([
    '먼저 한 말',
    '이어서 한 말',
    '그다음 말',
    '마지막 말',
  ])
})

test('a line that swallows everything holds nothing up for long @long', async ({ site, openAs }) => {
  const { desktop, phone } = await discussNote(site, openAs)
  await phone.evaluate(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = () => timeout.call(AbortSignal, 500)
  })
  await phone.route('**/postcomment', () => undefined)
  await box(phone).fill('삼켜진 말')
  await send(phone)
  await expect(said(phone, '삼켜진 말')).toContainText(ko['comments.sentLater'])
  await phone.unroute('**/postcomment')
  await phone.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(said(desktop, '삼켜진 말')).toHaveCount(1)
  await expect(said(phone, '삼켜진 말')).toHaveCount(1)
})

test('a server that does not answer is not taken for a lost network @long', async ({ site, openAs }) => {
  const { desktop, phone } = await discussNote(site, openAs)
  await phone.route('**/postcomment', route => route.abort())
  await box(phone).fill('서버가 쉬는 동안')
  await send(phone)
  await expect(phone.getByText(ko['comments.sentLater'])).toBeVisible()
  await expect(phone.getByText(ko['error.offline'])).toBeHidden()
  await phone.unroute('**/postcomment')
  await phone.getByRole('button', { name: ko['comments.sendAgain'] }).click()
  await expect(phone.getByRole('heading', { name: ko['comments.title'] })).toBeFocused()
  await expect(said(desktop, '서버가 쉬는 동안')).toHaveCount(1)
  await expect(said(phone, '서버가 쉬는 동안')).toHaveCount(1)
})

test('an unsent comment waits for its writer, until it is sent or they sign out', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await discussNote(site, openAs)
  const note = phone.url()
  await box(phone).fill('아직 생각하는 중')
  await phone.goBack()
  await openNote(phone)
  await expect(box(phone)).toHaveValue('아직 생각하는 중')
  await phone.reload()
  await expect(box(phone)).toHaveValue('아직 생각하는 중')

  // What failed waits as well, wherever its writer goes.
  await phone.context().setOffline(true)
  await send(phone)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeVisible()
  await phone.context().setOffline(false)
  await phone.goBack()
  await expect(cardOn(phone)).toBeVisible()
  await openNote(phone)
  await expect(said(desktop, '아직 생각하는 중')).toHaveCount(1)
  await expect(said(phone, '아직 생각하는 중')).toHaveCount(1)
  await phone.reload()
  await expect(said(phone, '아직 생각하는 중')).toHaveCount(1)
  await expect(box(phone)).toHaveValue('')

  // An ended session keeps it; whoever signs out leaves nothing of it.
  await box(phone).fill('다시 로그인하고 보낼 말')
  await endSession(phone)
  await phone.getByRole('dialog').getByLabel(ko['accounts.password']).fill(PASSWORD)
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('dialog')).toBeHidden()
  await send(phone)
  await expect(said(desktop, '다시 로그인하고 보낼 말')).toHaveCount(1)
  await box(phone).fill('남기지 않을 말')
  await phone.getByRole('button', { name: new RegExp(`^${ko['shell.openMenu']}`) }).click()
  await phone.getByRole('dialog').getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(phone).toHaveURL(/\/home$/)
  await signIn(phone, reader)
  await phone.goto(note)
  await expect(box(phone)).toHaveValue('')
})

test('what arrived although its writer was never answered stands in the thread alone', async ({
  site,
  openAs,
}) => {
  const { desktop, phone } = await discussNote(site, openAs)
  await phone.route('**/postcomment', async route => {
    await route.fetch()
    await route.abort()
  })
  await box(phone).fill('답을 못 받은 말')
  await send(phone)
  await expect(said(desktop, '답을 못 받은 말')).toHaveCount(1)
  await expect(said(phone, '답을 못 받은 말')).toHaveCount(1)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeHidden()
  await phone.reload()
  await expect(said(phone, '답을 못 받은 말')).toHaveCount(1)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeHidden()
})

test('an edit outlives its comment, and goes back into the box', async ({ site, openAs }) => {
  const { desktop, phone } = await discussNote(site, openAs)
  await box(phone).fill('곧 지워질 말')
  await send(phone)
  await said(phone, '곧 지워질 말').getByRole('button', { name: ko['comments.edit'], exact: true }).click()
  await phone.getByRole('textbox', { name: ko['comments.editLabel'] }).fill('고치던 말')
  const remove = said(desktop, '곧 지워질 말').getByRole('button', { name: ko['common.delete'] })
  await remove.click()
  await remove.last().click()

  await expect(said(phone, '고치던 말')).toContainText(ko['comments.editedGone'])
  await expectAccessible(phone)
  await phone.getByRole('button', { name: ko['comments.takeBack'] }).click()
  await expect(box(phone)).toHaveValue('고치던 말')
  await expect(box(phone)).toBeFocused()
  await expect(phone.getByText(ko['comments.editedGone'])).toBeHidden()

  // Whoever deletes a comment of theirs has no more use for its edit.
  await send(phone)
  const mine = said(phone, '고치던 말')
  await mine.getByRole('button', { name: ko['comments.edit'], exact: true }).click()
  await phone.getByRole('textbox', { name: ko['comments.editLabel'] }).fill('버릴 말')
  const removeMine = mine.getByRole('button', { name: ko['common.delete'] })
  await thread(phone).getByRole('button', { name: ko['common.delete'], exact: true }).first().click()
  await thread(phone).getByRole('button', { name: ko['common.delete'], exact: true }).last().click()
  await expect(removeMine).toHaveCount(0)
  await expect(phone.getByText(ko['comments.editedGone'])).toBeHidden()
})

test('a thread whose note has left the room says so, and shows what was not sent', async ({
  site,
  openAs,
}) => {
  const { author, reader, noteNo, desktop, phone } = await discuss(site, openAs)
  // The note stays readable: it is shared in another room of the reader, too.
  const other = await makeHub(author, reader, await newPerson(site.url, '다른 친구'))
  await author.does(shareNote, { hubNo: other, noteNo })
  await openNote(phone)
  await box(phone).fill('쓰고 있던 말')
  await openNote(desktop)
  await expect(box(desktop)).toBeVisible()
  await author.does(unshareNote, { hubNo: Number(new URL(phone.url()).searchParams.get('hub')), noteNo })
  await expect(desktop.getByText(ko['comments.gone'])).toBeVisible()
  await expect(phone.getByText(ko['comments.goneWithUnsent'])).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: '쓰고 있던 말' })).toBeVisible()
  await expect(phone.getByRole('heading', { level: 1 })).toBeFocused()
  await expectAccessible(phone)

  // Gone from the last room as well, the note is gone, and what was written is not.
  await author.does(unshareNote, { hubNo: other, noteNo })
  await expect(phone.getByText(ko['notes.withdrawn'])).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: '쓰고 있던 말' })).toBeVisible()
})

/** As the server does on another device's word. */
async function endSession(page: Page): Promise<void> {
  await endSessionUnnoticed(page)
  await page.waitForFunction(() => sessionStorage.getItem('authToken') === null)
}
