import { paths } from '#client/paths.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, shareNewNote, signedIn, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { DESKTOP, keptDrafts, save, titleOf } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './holding.ts'
import { savedUnder, topicOf } from './notesOutbox.ts'
import { signIn } from './steps.ts'
import { box, said } from './talking.ts'

test('what was only typed stays on the device when its writer signs out, and that is said', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '치기만')
  const topicNo = await topicOf(author)
  const page = await openAs(author, DESKTOP, paths.createNote(topicNo))
  await page.waitForLoadState('networkidle')
  await titleOf(page).fill('치기만 한 글')
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(paths.home)
  await expect(page.getByText('저장하지 않은 글 1개는 이 기기에 남아 있어요.')).toBeVisible()
  await signIn(page, author)
  await page.goto(paths.createNote(topicNo))
  await page.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(titleOf(page)).toHaveValue('치기만 한 글')
})

test('whoever signs out is told what is not sent, and is asked; what the line still carries goes before', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '떠나는이')
  const topicNo = await topicOf(author)
  const page = await openAs(author, DESKTOP, paths.createNote(topicNo))
  const leaveSession = page.getByRole('button', { name: ko['shell.signOut'] })
  const asked = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await page.waitForLoadState('networkidle')
  let again = author

  await test.step('a save that hangs', async () => {
    await page.route('**/api/note/post', () => undefined)
    await titleOf(page).fill('매달린 글')
    await save(page)
    await leaveSession.click()
    await expect(asked).toContainText('노트 1개를 아직 보내지 못했어요.')
    await expectAccessible(page)
    await asked.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(asked).toBeHidden()
    await expect(titleOf(page)).toHaveValue('매달린 글')
  })

  await test.step('leaving all the same keeps it for its writer', async () => {
    await leaveSession.click()
    await asked.getByRole('button', { name: ko['shell.signOut'] }).click()
    await expect(page.getByRole('link', { name: ko['shell.signIn'] }).first()).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await signIn(page, author)
    await expect.poll(() => keptDrafts(page)).toEqual([])
    again = await signedIn(site.url, author.email)
    expect(await savedUnder(again, topicNo)).toEqual([{ title: '매달린 글', text: '' }])
  })

  await test.step('a save that is only slow is waited for, and nothing is asked', async () => {
    await page.goto(paths.createNote(topicNo))
    const pressed = await holdBack(page, '**/api/note/post')
    await titleOf(page).fill('느린 글')
    await page.waitForLoadState('networkidle')
    await save(page)
    await leaveSession.click()
    pressed()
    await expect(page.getByRole('link', { name: ko['shell.signIn'] }).first()).toBeVisible()
    expect(await savedUnder(again, topicNo)).toHaveLength(2)
  })
})

test('whoever signs out as soon as the page is loaded is asked as well', async ({ site, openAs }) => {
  const [author, friend] = [await newPerson(site.url, '서두르는이'), await newPerson(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const noteNo = await shareNewNote(author, hubNo)
  const page = await openAs(author, DESKTOP, paths.noteInHub(noteNo, hubNo))
  await page.route('**/api/discussion/postcomment', route => route.abort())
  await box(page).fill('보내지 못한 말')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(ko['comments.sendFailed'])).toBeVisible()
  await page.goto(paths.topics)
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const asked = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(asked).toContainText('댓글 1개')
})

test('what another tab is sending goes before the session ends that it shares', async ({ site, openAs }) => {
  const [author, friend] = [await newPerson(site.url, '두탭'), await newPerson(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const noteNo = await writeNote(author, '나가기 직전에 나눈 글')
  const page = await openAs(author, DESKTOP, paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(paths.note(noteNo))
  await tab.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await tab.getByRole('button', { name: ko['shares.share'], exact: true }).click()
  const letPass = await holdBack(tab, '**/share/sharenote')
  const asked = tab.waitForRequest('**/share/sharenote')
  const told = page.waitForResponse('**/api/user/signout')

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await asked
  letPass()
  await told
  await expect(tab).toHaveURL(paths.home)
  const { notes } = await friend.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.map(({ articleTitle }) => articleTitle)).toEqual(['나가기 직전에 나눈 글'])
})

test('what another tab could not send is asked about as well', async ({ site, openAs }) => {
  const [author, friend] = [await newPerson(site.url, '두탭'), await newPerson(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const page = await openAs(author, DESKTOP, paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  const tab = await page.context().newPage()
  await tab.route('**/postcomment', route => route.abort())
  await tab.goto(paths.noteInHub(await shareNewNote(friend, hubNo), hubNo))
  await box(tab).fill('아직 가지 못한 말')
  await box(tab).press('Control+Enter')
  await expect(tab.getByText(ko['comments.sentLater'])).toBeVisible()

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const asked = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(asked).toContainText(say(ko, 'comments.unsentAtLeaving', { count: 1 }))
  await asked.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(page.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
  await tab.unroute('**/postcomment')
  await tab.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(said(tab, '아직 가지 못한 말')).toHaveCount(1)
  await expect(tab.getByText(ko['comments.sentLater'])).toBeHidden()
})
