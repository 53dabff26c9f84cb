import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { paths } from '#client/app/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, PASSWORD, shareNewNote } from '#tests/support/person.ts'
import { expect, type OpenAs, type Site, test } from './fixtures.ts'
import { shareIn, signIn } from './steps.ts'

const DESKTOP = 1440
const PHONE = 390

/** An author and a reader, in the discussion of their hub, where one note is shared. */
async function discuss(site: Site, openAs: OpenAs) {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  await shareNewNote(author, hubNo, '함께 읽은 책')
  const desktop = await openAs(author, DESKTOP, paths.discussion(hubNo))
  const phone = await openAs(reader, PHONE, paths.discussion(hubNo))
  for (const page of [desktop, phone]) await expect(cardOn(page)).toBeVisible()
  return { reader, desktop, phone }
}

const cardOn = (page: Page) => page.getByRole('listitem').filter({ hasText: '함께 읽은 책' })
const openNote = (page: Page) => page.getByRole('link', { name: '함께 읽은 책' }).click()
const thread = (page: Page) => page.getByRole('log', { name: ko['comments.title'] })
const box = (page: Page) => page.getByRole('textbox', { name: ko['comments.write'] })
const send = (page: Page) => page.getByRole('button', { name: ko['comments.send'], exact: true }).click()
const said = (page: Page, text: string) => thread(page).getByRole('listitem').filter({ hasText: text })

test('a comment, its change and its end reach the other by themselves, and so does who is writing', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await discuss(site, openAs)
  await openNote(desktop)
  await openNote(phone)
  await expect(desktop.getByText(ko['comments.empty'])).toBeVisible()

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

  for (const page of [desktop, phone]) {
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }

  // The author may remove it from their own note.
  const remove = said(desktop, '2장도 좋았어요').getByRole('button', { name: ko['common.delete'] })
  await remove.click()
  await remove.last().click()
  await expect(said(phone, '2장도 좋았어요')).toBeHidden()
  await expect(phone.getByText(ko['comments.empty'])).toBeVisible()
})

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

  let letPass = () => {}
  const mayPass = new Promise<void>(resolve => {
    letPass = resolve
  })
  await phone.route('**/updatecomment', async route => {
    await mayPass
    await route.continue()
  })
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

test('a card counts comments and shows a dot until they are read', async ({ site, openAs }) => {
  const { desktop, phone } = await discuss(site, openAs)
  await expect(cardOn(desktop)).not.toContainText('댓글')
  await openNote(phone)
  await box(phone).fill('잘 읽었어요')
  await send(phone)
  await expect(cardOn(desktop)).toContainText('댓글 1')
  await expect(cardOn(desktop).getByText(ko['comments.someNew'])).toBeAttached()
  expect((await new AxeBuilder({ page: desktop }).analyze()).violations).toEqual([])

  await openNote(desktop)
  await expect(said(desktop, '잘 읽었어요')).toBeVisible()
  await desktop.goBack()
  await expect(cardOn(desktop)).toContainText('댓글 1')
  await expect(cardOn(desktop).getByText(ko['comments.someNew'])).toHaveCount(0)

  // One's own are never new.
  await phone.goBack()
  await expect(cardOn(phone)).toContainText('댓글 1')
  await expect(cardOn(phone).getByText(ko['comments.someNew'])).toHaveCount(0)
})

test('a composing syllable stays whole, and only Ctrl+Enter outside of it sends', async ({
  site,
  openAs,
}) => {
  const { desktop, phone } = await discuss(site, openAs)
  await openNote(desktop)
  await openNote(phone)
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

test('what cannot be sent is kept, and sent once when it is tried again', async ({ site, openAs }) => {
  const { desktop, phone } = await discuss(site, openAs)
  await openNote(desktop)
  await openNote(phone)
  await box(phone).fill('지하철에서 써요')
  await phone.context().setOffline(true)
  await send(phone)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeVisible()
  await phone.context().setOffline(false)
  await phone.getByRole('button', { name: ko['comments.sendAgain'] }).click()
  await expect(said(desktop, '지하철에서 써요')).toHaveCount(1)
  await expect(phone.getByText(ko['comments.sendFailed'])).toBeHidden()
  await expect(said(phone, '지하철에서 써요')).toHaveCount(1)
})

test('an unsent comment waits for its writer, until it is sent or they sign out', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await discuss(site, openAs)
  await openNote(desktop)
  await openNote(phone)
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
  await phone.getByRole('button', { name: ko['comments.sendAgain'] }).click()
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

/** As the server does on another device's word. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() =>
    fetch('/api/user/signout', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ authToken: sessionStorage.getItem('authToken') }),
    }),
  )
  await page.waitForFunction(() => sessionStorage.getItem('authToken') === null)
}

test('a withdrawn note leaves a discussion and an open note with its reason', async ({ site, openAs }) => {
  const { reader, desktop, phone } = await discuss(site, openAs)
  await openNote(desktop)
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
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
