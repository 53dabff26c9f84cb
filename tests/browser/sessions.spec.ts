import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getHubs } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD, signInUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { newNotePath } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { authTokenOf, clickBehindDialog, endSessionSilently, reauthDialog, signOut } from './sessions.ts'
import { enterPassword, newHub, reloadWithoutSocket, signInRemembered } from './steps.ts'

test('a new tab takes over the session, and a sign-out ends all tabs', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url, '여러탭'), 1440, paths.home)
  // The page is ready to respond to other tabs.
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto('/topics')
  await expect(tab.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  expect(await authTokenOf(tab)).toBe(await authTokenOf(page))

  await signOut(page)
  await expect(tab).toHaveURL(/\/home$/)
  await expect(reauthDialog(tab)).toHaveCount(0)
  expect(await authTokenOf(tab)).toBeNull()
  await tab.goto('/topics')
  await expect(tab).toHaveURL(/\/home$/)
})

test('a sign-out interrupted by a reload is completed, at any of its stages', async ({ site, openAs }) => {
  for (const isHomeReached of [false, true]) {
    const [author] = await newHub(site, '나가는이', '친구')
    const page = await openAs(author, 1440, paths.note(await writeNote(author)))
    await shareWithoutAnswer(page)
    // The first page sends it after more than 3 s.
    const signOutSent = page.waitForResponse('**/api/user/signout')
    await page.getByRole('button', { name: ko['shell.signOut'] }).click()
    // Immediately, because the sign-out takes 3 s.
    if (isHomeReached) await page.waitForURL(/\/home$/, { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: ko['common.working'] })).toBeVisible()
    await page.goto(paths.friends)
    await expect(page).toHaveURL(/\/home$/)
    await signOutSent
    expect(await authTokenOf(page)).toBeNull()
    // The address must not become the return address of the next sign-in.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('wanted'))).toBeNull()
    expect(await author.request(getHubs, {})).toMatchObject({ status: 401 })
  }
})

test('a sign-out interrupted on a remembered device is completed @long', async ({ site, openPage }) => {
  const [author] = await newHub(site, '나가는이', '친구')
  const page = await openPage(site.url, 1440, paths.signIn)
  await signInRemembered(page, author)
  await page.goto(paths.note(await writeNote(author)))
  await shareWithoutAnswer(page)
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page.getByRole('button', { name: ko['common.working'] })).toBeVisible()
  await page.close()

  const tab = await page.context().newPage()
  await tab.goto(paths.topics)
  await expect(tab).toHaveURL(/\/home$/)
  const checkSession = () =>
    tab.evaluate(async () => (await fetch('/api/user/checksignin', { method: 'POST' })).json())
  await expect.poll(checkSession).toEqual({ authenticated: false })
})

test('text written when the session ends is saved after entering the password', async ({ site, openAs }) => {
  const user = await newUser(site.url, '쓰던사람')
  const page = await openAs(user, 390, await newNotePath(user))
  await reloadWithoutSocket(page)
  const title = page.getByLabel(ko['notes.title'], { exact: true })
  await title.fill('긴 회의')
  await page.getByLabel(ko['notes.body'], { exact: true }).fill('한 시간 동안 쓴 글')

  await endSessionSilently(page)
  const save = page.getByRole('button', { name: ko['notes.save'], exact: true })
  await clickBehindDialog(save)
  const dialog = reauthDialog(page)
  await expect(dialog).toBeVisible()
  const password = dialog.getByLabel(ko['accounts.password'], { exact: true })
  await expect(password).toBeFocused()
  await expect(dialog.getByLabel(ko['accounts.email'])).toHaveValue(user.email)
  await expect(dialog.getByLabel(ko['accounts.email'])).not.toBeEditable()
  await expectAccessible(page)

  await password.fill('wrong password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(ko['accounts.checkPassword'])).toBeVisible()

  // A dismissed dialog reopens at the next save.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(ko['connection.sessionEnded'])).toBeVisible()
  await expect(title).toHaveValue('긴 회의')
  await save.click()
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel(ko['notes.body'], { exact: true })).toBeFocused()
  await expect(page.getByText(/^\d\d:\d\d:\d\d 저장했어요$/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(ko['notes.body'], { exact: true })).toHaveValue('한 시간 동안 쓴 글')
})

test('the dialog of an ended session waits until the user does not type', async ({ site, openAs }) => {
  const user = await newUser(site.url, '쓰던사람')
  const page = await openAs(user, 1440, await newNotePath(user))
  await reloadWithoutSocket(page)
  await page.getByLabel(ko['notes.title'], { exact: true }).fill('긴 회의')
  const body = page.getByLabel(ko['notes.body'], { exact: true })
  await body.click()
  await endSessionSilently(page)
  let isRejected = false
  page.on('response', response => {
    isRejected ||= response.status() === 401
  })
  const words = '회의가 끝날 때까지 쉬지 않고 적는 글. '
  let typed = ''
  const typeOn = async () => {
    await page.keyboard.type(words, { delay: 30 })
    typed += words
  }
  while (!isRejected) await typeOn()
  await typeOn()
  await expect(body).toHaveValue(typed)
  await expect(reauthDialog(page)).toBeVisible()
  await expect(body).toHaveValue(typed)
})

test('ending another session is live, and its user may sign out instead', async ({ site, openAs }) => {
  const user = await newUser(site.url, '두기기')
  const other = await openAs(await signInUser(site.url, user.email), 1440, paths.topics)
  await expect(other.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()

  const page = await openAs(user, 1440, paths.myInfo)
  await enterPassword(page, PASSWORD)
  const sessions = page.getByRole('listitem').filter({ hasText: ko['myInfo.lastSeen'] })
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: ko['myInfo.thisDevice'] })).toHaveCount(1)
  await expectAccessible(page)
  await sessions.getByRole('button').click()
  await expect(sessions).toHaveCount(1)

  await expect(reauthDialog(other)).toBeVisible()
  await other.getByRole('button', { name: ko['accounts.signOutInstead'] }).click()
  await expect(other).toHaveURL(/\/home$/)
  await expect(reauthDialog(other)).toHaveCount(0)
  await expect(other.getByText(ko['connection.sessionEnded'])).toHaveCount(0)
})

test('one button signs out all other devices @long', async ({ site, openAs }) => {
  const user = await newUser(site.url, '여러기기')
  await Promise.all([signInUser(site.url, user.email), signInUser(site.url, user.email)])
  const page = await openAs(user, 390, paths.myInfo)
  await enterPassword(page, PASSWORD)
  const sessions = page.getByRole('listitem').filter({ hasText: ko['myInfo.lastSeen'] })
  await expect(sessions).toHaveCount(3)
  const button = page.getByRole('button', { name: ko['myInfo.endOtherSessions'] })
  await button.click()
  await expect(sessions).toHaveCount(1)
  await expect(sessions).toContainText(ko['myInfo.thisDevice'])
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('heading', { name: ko['myInfo.sessions'] })).toBeFocused()
})

test('signing out of a remembered device always ends its session @long', async ({ site, browser }) => {
  const user = await newUser(site.url, '떠난이')
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const checkSession = () =>
    page.evaluate(async () => (await fetch('/api/user/checksignin', { method: 'POST' })).json())
  const signIn = async () => {
    await signInRemembered(page, user)
    await page.waitForLoadState('networkidle')
    expect(await checkSession()).toMatchObject({ authenticated: true })
  }

  await signIn()
  await context.setOffline(true)
  await signOut(page)
  await context.setOffline(false)
  await expect.poll(checkSession).toEqual({ authenticated: false })

  await signIn()
  // The server is not notified until the page is opened again.
  await page.route('**/api/user/signout', route => route.abort())
  await signOut(page)
  await page.unroute('**/api/user/signout')
  await page.goto(paths.home)
  await expect.poll(checkSession).toEqual({ authenticated: false })

  await signIn()
  await page.evaluate(() => sessionStorage.setItem('authToken', 'run out'))
  await signOut(page)
  await expect.poll(checkSession).toEqual({ authenticated: false })
  await context.close()
})

test('remember me signs in again after a restart', async ({ site, browser, openAs }) => {
  const user = await newUser(site.url, '머무는이')
  const before = await browser.newPage({ baseURL: site.url })
  await before.goto(paths.signIn)
  await expect(before.getByRole('checkbox', { name: ko['accounts.rememberMe'] })).not.toBeChecked()
  await signInRemembered(before, user)
  // The tab and its session storage are gone.
  const storageState = await before.context().storageState()
  await before.context().close()

  const context = await browser.newContext({ baseURL: site.url, storageState })
  const page = await context.newPage()
  await page.goto(paths.topics)
  await expect(page.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  const token = await authTokenOf(page)

  // An expired token is replaced, and the screen stays.
  await page.evaluate(() => sessionStorage.setItem('authToken', 'run out'))
  await page.reload()
  await expect(page.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  expect(await authTokenOf(page)).toMatch(/^\S+\.\S+\.\S+$/)
  expect(token).not.toBeNull()

  const other = await openAs(user, 1440, paths.myInfo)
  await enterPassword(other, PASSWORD)
  const sessions = other.getByRole('listitem').filter({ hasText: ko['myInfo.staysSignedIn'] })
  await expect(sessions).toHaveCount(1)
  await sessions.getByRole('button').click()
  await expect(reauthDialog(page)).toBeVisible()
  await context.close()
})

/** Starts a share that must be sent before the sign-out, and never gets a response. */
async function shareWithoutAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await page.getByRole('button', { name: ko['shares.share'], exact: true }).click()
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (address, request) =>
      String(address).endsWith('/share/sharenote') ? new Promise(() => {}) : fetch(address, request)
  })
}
