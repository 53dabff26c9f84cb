import { paths } from '#client/paths.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import {
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { opinionField } from './agora.ts'
import { delayRequests } from './delays.ts'
import { newTopic, save, savedNotes, storedTexts, storedTitles, titleField } from './editor.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { authTokenOf, clickBehindDialog, endSessionSilently, reauthDialog } from './sessions.ts'
import { newHub, signIn, submitSignIn } from './steps.ts'
import { commentBox, commentItem } from './thread.ts'

test('unsaved text is there after its author has signed out and in', async ({ site, openAs }) => {
  const author = await newUser(site.url, '치기만')
  const topicNo = await newTopic(author)
  const page = await openAs(author, DESKTOP, paths.createNote(topicNo))
  await titleField(page).fill('치기만 한 글')
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(paths.home)
  await signIn(page, author)
  await page.goto(paths.notes(topicNo))
  await page
    .getByRole('region', { name: ko['notes.drafts'] })
    .getByRole('link', { name: '치기만 한 글' })
    .click()
  await expect(titleField(page)).toHaveValue('치기만 한 글')

  await test.step('what the server does not have stays on this device', async () => {
    await page.context().setOffline(true)
    await titleField(page).fill('지하에서 친 글')
    await expect.poll(() => storedTitles(page)).toEqual(['지하에서 친 글'])
    await page.getByRole('button', { name: ko['shell.signOut'] }).click()
    await expect(page.getByText('저장하지 않은 글 1개는 이 기기에 남아 있어요.')).toBeVisible()
  })
})

test('signing out lists unsent changes, and awaits requests', async ({ site, openAs }) => {
  const author = await newUser(site.url, '떠나는이')
  const topicNo = await newTopic(author)
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
    await expect.poll(() => storedTexts(page)).toEqual([])
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

test('a sign-out asks about other tabs and awaits their requests', async ({ site, openAs }) => {
  const [author, friend, hubNo] = await newHub(site, '두탭', '친구')
  const page = await openAs(author, DESKTOP, paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  const tab = await page.context().newPage()
  await tab.route('**/postcomment', route => route.abort())
  await tab.goto(paths.noteInHub(await shareNewNote(friend, hubNo), hubNo))
  await commentBox(tab).fill('아직 가지 못한 말')
  await commentBox(tab).press('Control+Enter')
  await expect(tab.getByText(ko['comments.sentLater'])).toBeVisible()
  await commentBox(tab).fill('쓰다 만 말')

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(confirmation).toContainText(formatText(ko, 'comments.unsentAtLeaving', { count: 1 }))
  await expect(confirmation).toContainText(formatText(ko, 'accounts.typedAtLeaving', { count: 1 }))
  await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(page.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
  await test.step('signing out right after the page load asks as well', async () => {
    await tab.goto(paths.topics)
    await tab.getByRole('button', { name: ko['shell.signOut'] }).click()
    const asked = tab.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
    await expect(asked).toContainText('댓글 1개')
    await asked.getByRole('button', { name: ko['common.cancel'] }).click()
    await tab.goBack()
  })
  await tab.unroute('**/postcomment')
  await tab.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(commentItem(tab, '아직 가지 못한 말')).toHaveCount(1)
  await expect(tab.getByText(ko['comments.sentLater'])).toBeHidden()
  await commentBox(tab).fill('')

  await test.step("another tab's request finishes before the shared session ends", async () => {
    const noteNo = await writeNote(author, '나가기 직전에 나눈 글')
    await tab.goto(paths.note(noteNo))
    await tab.getByRole('button', { name: ko['notes.share'], exact: true }).click()
    await tab.getByRole('button', { name: ko['shares.share'], exact: true }).click()
    const release = await delayRequests(tab, '**/share/sharenote')
    const shared = tab.waitForRequest('**/share/sharenote')
    const signOutSent = page.waitForResponse('**/api/user/signout')

    await page.getByRole('button', { name: ko['shell.signOut'] }).click()
    await shared
    release()
    await signOutSent
    await expect(tab).toHaveURL(paths.home)
    const { notes } = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
    expect(notes.map(({ articleTitle }) => articleTitle)).toContain('나가기 직전에 나눈 글')
  })
})

test('signing out of an ended session asks about an unsent comment', async ({ site, openAs }) => {
  const [author, friend, hubNo] = await newHub(site, '끝난글', '친구')
  const page = await openAs(author, 390, paths.noteInHub(await shareNewNote(friend, hubNo), hubNo))
  // Any other call may ask for the password, so the comment is on its way before the session ends.
  const release = await delayRequests(page, '**/postcomment')
  await commentBox(page).fill('아직 가지 못한 말')
  await commentBox(page).press('Control+Enter')
  await endSessionSilently(page)
  release()
  await page.getByRole('button', { name: ko['accounts.signOutInstead'] }).click()
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(confirmation).toContainText(formatText(ko, 'comments.unsentAtLeaving', { count: 1 }))
  await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(reauthDialog(page)).toBeVisible()
  await page.getByRole('button', { name: ko['accounts.signOutInstead'] }).click()
  await confirmation.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** Isolation between users who sign in one after the other in one tab. */

test('unfinished text is kept for its author until the sign-out', async ({ site, openPage }) => {
  const [writer, other] = [await newUser(site.url, '의견쓴이'), await newUser(site.url, '다음사람')]
  const page = await openPage(site.url, 1440)
  const signInAgain = async ({ email }: TestUser) => {
    await page.goto('/user/signin')
    await submitSignIn(page, email, PASSWORD)
    await expect.poll(() => authTokenOf(page)).not.toBeNull()
  }
  const expectUnfinished = async (opinion: string) => {
    await page.goto(paths.agora)
    await expect(opinionField(page)).toHaveValue(opinion)
  }
  await signInAgain(writer)
  await expectUnfinished('')
  await opinionField(page).fill('어두운 화면을 바라요')
  await endSessionSilently(page)
  await signInAgain(writer)
  await expectUnfinished('어두운 화면을 바라요')

  await endSessionSilently(page)
  await signInAgain(other)
  await expectUnfinished('')

  // Also on a screen that was not opened since the page was loaded.
  await opinionField(page).fill('밝은 화면을 바라요')
  await page.goto(paths.friends)
  const signOutButton = page.getByRole('button', { name: ko['shell.signOut'] })
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await signOutButton.click()
  await expect(confirmation).toContainText(formatText(ko, 'accounts.typedAtLeaving', { count: 1 }))
  await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
  await expectUnfinished('밝은 화면을 바라요')
  await signOutButton.click()
  await confirmation.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect.poll(() => authTokenOf(page)).toBeNull()
  await signInAgain(other)
  await expectUnfinished('')
})

test('a trial draft and a return address belong to their author', async ({ site, openPage }) => {
  const [writer, other] = [await newUser(site.url, '가져온이'), await newUser(site.url, '다음사람')]
  const page = await openPage(site.url, 1440, paths.lookaroundCreateNote, opening =>
    opening.routeWebSocket(/socket\.io/, socket => socket.close()),
  )
  const offer = page.getByRole('complementary', { name: ko['trialDraft.label'] })
  const signInAgain = async ({ email }: TestUser) => {
    await page.goto(paths.signIn)
    await submitSignIn(page, email, PASSWORD)
  }
  await page.getByLabel(ko['notes.body'], { exact: true }).fill('둘러보다 쓴 글')
  await page.getByRole('button', { name: ko['notes.save'], exact: true }).click()
  await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
  await expect(page).toHaveURL(paths.signUp)
  await signInAgain(writer)
  await expect(offer).toContainText('둘러보다 쓴 글')

  const endOnFriends = async () => {
    await page.goto(paths.friends)
    const search = page.getByRole('textbox', { name: ko['hubs.search'] })
    // A session that ended before its screen was rendered leaves no address.
    await expect(search).toBeVisible()
    await search.fill('nobody@example.com')
    await endSessionSilently(page)
    await clickBehindDialog(page.getByRole('button', { name: ko['hubs.searchButton'], exact: true }))
    await expect(reauthDialog(page)).toBeVisible()
  }
  await endOnFriends()
  await signInAgain(writer)
  await expect(page).toHaveURL(paths.friends)
  await expect(offer).toContainText('둘러보다 쓴 글')

  await endOnFriends()
  await page.goto(paths.signIn)
  await expect(page.getByLabel(ko['accounts.password'], { exact: true })).toBeVisible()
  await expect(page.getByText('둘러보다 쓴 글')).toHaveCount(0)
  await signInAgain(other)
  await expect(page).toHaveURL(paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('carried_text'))).toBeNull()
})
