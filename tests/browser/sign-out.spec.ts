import { paths } from '#client/paths.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, shareNewNote, signInUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { delayRequests } from './delays.ts'
import { createMinutesTopic, DESKTOP, save, savedNotes, storedDrafts, titleField } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './steps.ts'
import { commentBox, commentItem } from './thread.ts'

test('an unsaved draft stays on the device when its author signs out, with a message', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '치기만')
  const topicNo = await createMinutesTopic(author)
  const page = await openAs(author, DESKTOP, paths.createNote(topicNo))
  await page.waitForLoadState('networkidle')
  await titleField(page).fill('치기만 한 글')
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(paths.home)
  await expect(page.getByText('저장하지 않은 글 1개는 이 기기에 남아 있어요.')).toBeVisible()
  await signIn(page, author)
  await page.goto(paths.createNote(topicNo))
  await page.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(titleField(page)).toHaveValue('치기만 한 글')
})

test('signing out lists unsent changes and asks for confirmation; requests in flight finish first', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '떠나는이')
  const topicNo = await createMinutesTopic(author)
  const page = await openAs(author, DESKTOP, paths.createNote(topicNo))
  const signOutButton = page.getByRole('button', { name: ko['shell.signOut'] })
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await page.waitForLoadState('networkidle')
  let signedInAuthor = author

  await test.step('with a save that never responds', async () => {
    await page.route('**/api/note/post', () => undefined)
    await titleField(page).fill('매달린 글')
    await save(page)
    await signOutButton.click()
    await expect(confirmation).toContainText('노트 1개를 아직 보내지 못했어요.')
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(confirmation).toBeHidden()
    await expect(titleField(page)).toHaveValue('매달린 글')
  })

  await test.step('signing out anyway keeps the text for its author', async () => {
    await signOutButton.click()
    await confirmation.getByRole('button', { name: ko['shell.signOut'] }).click()
    await expect(page.getByRole('link', { name: ko['shell.signIn'] }).first()).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await signIn(page, author)
    await expect.poll(() => storedDrafts(page)).toEqual([])
    signedInAuthor = await signInUser(site.url, author.email)
    expect(await savedNotes(signedInAuthor, topicNo)).toEqual([{ title: '매달린 글', text: '' }])
  })

  await test.step('a slow save is awaited, without a question', async () => {
    await page.goto(paths.createNote(topicNo))
    const release = await delayRequests(page, '**/api/note/post')
    await titleField(page).fill('느린 글')
    await page.waitForLoadState('networkidle')
    await save(page)
    await signOutButton.click()
    release()
    await expect(page.getByRole('link', { name: ko['shell.signIn'] }).first()).toBeVisible()
    expect(await savedNotes(signedInAuthor, topicNo)).toHaveLength(2)
  })
})

test('signing out right after the page load asks as well', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '서두르는이'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const noteNo = await shareNewNote(author, hubNo)
  const page = await openAs(author, DESKTOP, paths.noteInHub(noteNo, hubNo))
  await page.route('**/api/discussion/postcomment', route => route.abort())
  await commentBox(page).fill('보내지 못한 말')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(ko['comments.sendFailed'])).toBeVisible()
  await page.goto(paths.topics)
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(confirmation).toContainText('댓글 1개')
})

test("another tab's request finishes before the shared session ends", async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '두탭'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const noteNo = await writeNote(author, '나가기 직전에 나눈 글')
  const page = await openAs(author, DESKTOP, paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(paths.note(noteNo))
  await tab.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await tab.getByRole('button', { name: ko['shares.share'], exact: true }).click()
  const release = await delayRequests(tab, '**/share/sharenote')
  const confirmation = tab.waitForRequest('**/share/sharenote')
  const signOutSent = page.waitForResponse('**/api/user/signout')

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await confirmation
  release()
  await signOutSent
  await expect(tab).toHaveURL(paths.home)
  const { notes } = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.map(({ articleTitle }) => articleTitle)).toEqual(['나가기 직전에 나눈 글'])
})

test('the confirmation includes unsent changes of another tab', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '두탭'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const page = await openAs(author, DESKTOP, paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  const tab = await page.context().newPage()
  await tab.route('**/postcomment', route => route.abort())
  await tab.goto(paths.noteInHub(await shareNewNote(friend, hubNo), hubNo))
  await commentBox(tab).fill('아직 가지 못한 말')
  await commentBox(tab).press('Control+Enter')
  await expect(tab.getByText(ko['comments.sentLater'])).toBeVisible()

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(confirmation).toContainText(formatText(ko, 'comments.unsentAtLeaving', { count: 1 }))
  await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(page.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
  await tab.unroute('**/postcomment')
  await tab.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(commentItem(tab, '아직 가지 못한 말')).toHaveCount(1)
  await expect(tab.getByText(ko['comments.sentLater'])).toBeHidden()
})
