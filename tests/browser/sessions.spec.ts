import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getHubs } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, PASSWORD, signedIn, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { newNotePath } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { againDialog, endSessionUnnoticed, pressUnderDialog, signOut, tokenOf } from './sessions.ts'
import { passStep, reloadWithoutLine } from './steps.ts'

test('a new tab takes over the sign-in, and signing out in one signs out all', async ({ site, openAs }) => {
  const page = await openAs(await newPerson(site.url, '여러탭'), 1440, paths.home)
  // It has begun, and can tell another tab.
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto('/topics')
  await expect(tab.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  expect(await tokenOf(tab)).toBe(await tokenOf(page))

  await signOut(page)
  await expect(tab).toHaveURL(/\/home$/)
  await expect(againDialog(tab)).toHaveCount(0)
  expect(await tokenOf(tab)).toBeNull()
  await tab.goto('/topics')
  await expect(tab).toHaveURL(/\/home$/)
})

test('a sign-out that is cut short by loading the page again is done, whatever of it was under way', async ({
  site,
  openAs,
}) => {
  for (const isLeft of [false, true]) {
    const [author, friend] = [await newPerson(site.url, '나가는이'), await newPerson(site.url, '친구')]
    await makeHub(author, friend)
    const page = await openAs(author, 1440, paths.note(await writeNote(author)))
    await shareWithoutAnswer(page)
    // Once more than 3 s have gone the first page has told it.
    const told = page.waitForResponse('**/api/user/signout')
    await page.getByRole('button', { name: ko['shell.signOut'] }).click()
    // At once: it is at work for 3 s.
    if (isLeft) await page.waitForURL(/\/home$/, { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: ko['common.working'] })).toBeVisible()
    await page.goto(paths.friends)
    await expect(page).toHaveURL(/\/home$/)
    await told
    expect(await tokenOf(page)).toBeNull()
    // Nor is anybody led to that address who signs in here next.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('wanted'))).toBeNull()
    expect(await author.asks(getHubs, {})).toMatchObject({ status: 401 })
  }
})

test('a sign-out that is cut short by closing the last tab is done on a device that stays signed in', async ({
  site,
  openPage,
}) => {
  const [author, friend] = [await newPerson(site.url, '나가는이'), await newPerson(site.url, '친구')]
  await makeHub(author, friend)
  const page = await openPage(site.url, 1440, paths.signIn)
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(author.email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: ko['accounts.rememberMe'] }).check()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(paths.note(await writeNote(author)))
  await shareWithoutAnswer(page)
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page.getByRole('button', { name: ko['common.working'] })).toBeVisible()
  await page.close()

  const tab = await page.context().newPage()
  await tab.goto(paths.topics)
  await expect(tab).toHaveURL(/\/home$/)
  const staying = () =>
    tab.evaluate(async () => (await fetch('/api/user/checksignin', { method: 'POST' })).json())
  await expect.poll(staying).toEqual({ authenticated: false })
})

test('what is written when the session ends is saved after the password', async ({ site, openAs }) => {
  const person = await newPerson(site.url, '쓰던사람')
  const page = await openAs(person, 390, await newNotePath(person))
  await reloadWithoutLine(page)
  const title = page.getByLabel(ko['notes.title'], { exact: true })
  await title.fill('긴 회의')
  await page.getByLabel(ko['notes.body'], { exact: true }).fill('한 시간 동안 쓴 글')

  await endSessionUnnoticed(page)
  const save = page.getByRole('button', { name: ko['notes.save'], exact: true })
  await pressUnderDialog(save)
  const dialog = againDialog(page)
  await expect(dialog).toBeVisible()
  const password = dialog.getByLabel(ko['accounts.password'], { exact: true })
  await expect(password).toBeFocused()
  await expect(dialog.getByLabel(ko['accounts.email'])).toHaveValue(person.email)
  await expect(dialog.getByLabel(ko['accounts.email'])).not.toBeEditable()
  await expectAccessible(page)

  await password.fill('wrong password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(ko['accounts.checkPassword'])).toBeVisible()

  // Put aside, it comes back with the next save.
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

test('another session is ended live, and its person may leave instead', async ({ site, openAs }) => {
  const person = await newPerson(site.url, '두기기')
  const other = await openAs(await signedIn(site.url, person.email), 1440, paths.topics)
  await expect(other.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()

  const page = await openAs(person, 1440, paths.myInfo)
  await passStep(page, PASSWORD)
  const sessions = page.getByRole('listitem').filter({ hasText: ko['myInfo.lastSeen'] })
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: ko['myInfo.thisDevice'] })).toHaveCount(1)
  await expectAccessible(page)
  await sessions.getByRole('button').click()
  await expect(sessions).toHaveCount(1)

  await expect(againDialog(other)).toBeVisible()
  await other.getByRole('button', { name: ko['accounts.signOutInstead'] }).click()
  await expect(other).toHaveURL(/\/home$/)
  await expect(againDialog(other)).toHaveCount(0)
  await expect(other.getByText(ko['connection.sessionEnded'])).toHaveCount(0)
})

test('all other devices are signed out with one button @long', async ({ site, openAs }) => {
  const person = await newPerson(site.url, '여러기기')
  const others = await Promise.all(
    [1440, 390].map(async width => openAs(await signedIn(site.url, person.email), width, paths.topics)),
  )
  for (const other of others)
    await expect(other.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  const page = await openAs(person, 390, paths.myInfo)
  await passStep(page, PASSWORD)
  const sessions = page.getByRole('listitem').filter({ hasText: ko['myInfo.lastSeen'] })
  await expect(sessions).toHaveCount(3)
  const button = page.getByRole('button', { name: ko['myInfo.endOtherSessions'] })
  await expectAccessible(page)

  await button.click()

  await expect(sessions).toHaveCount(1)
  await expect(sessions).toContainText(ko['myInfo.thisDevice'])
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('heading', { name: ko['myInfo.sessions'] })).toBeFocused()
  for (const other of others) await expect(againDialog(other)).toBeVisible()
})

test('whoever leaves a device that stays signed in has left it, also without a line and with a token that has run out', async ({
  site,
  browser,
}) => {
  const person = await newPerson(site.url, '떠난이')
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const staying = () =>
    page.evaluate(async () => (await fetch('/api/user/checksignin', { method: 'POST' })).json())
  const enter = async () => {
    await page.goto(paths.signIn)
    await page.getByLabel(ko['accounts.email'], { exact: true }).fill(person.email)
    await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
    await page.getByRole('checkbox', { name: ko['accounts.rememberMe'] }).check()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/home$/)
    await page.waitForLoadState('networkidle')
    expect(await staying()).toMatchObject({ authenticated: true })
  }

  await enter()
  await context.setOffline(true)
  await signOut(page)
  await context.setOffline(false)
  await expect.poll(staying).toEqual({ authenticated: false })

  await enter()
  // Tells nobody before the page is opened again.
  await page.route('**/api/user/signout', route => route.abort())
  await signOut(page)
  await page.unroute('**/api/user/signout')
  await page.goto(paths.home)
  await expect.poll(staying).toEqual({ authenticated: false })

  await enter()
  await page.evaluate(() => sessionStorage.setItem('authToken', 'run out'))
  await signOut(page)
  await expect.poll(staying).toEqual({ authenticated: false })
  await context.close()
})

test('with the tick the device is signed in again after the browser was closed, and is listed so', async ({
  site,
  browser,
  openAs,
}) => {
  const person = await newPerson(site.url, '머무는이')
  const before = await browser.newPage({ baseURL: site.url })
  await before.goto(paths.signIn)
  await before.getByLabel(ko['accounts.email'], { exact: true }).fill(person.email)
  await before.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  const tick = before.getByRole('checkbox', { name: ko['accounts.rememberMe'] })
  await expect(tick).not.toBeChecked()
  await tick.check()
  await expectAccessible(before)
  await before.keyboard.press('Enter')
  await expect(before).toHaveURL(/\/home$/)
  // Neither the tab nor its storage is there any more.
  const storageState = await before.context().storageState()
  await before.context().close()

  const context = await browser.newContext({ baseURL: site.url, storageState })
  const page = await context.newPage()
  await page.goto(paths.topics)
  await expect(page.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  const token = await tokenOf(page)

  // A token that has run out is replaced, and the screen stays.
  await page.evaluate(() => sessionStorage.setItem('authToken', 'run out'))
  await page.reload()
  await expect(page.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  expect(await tokenOf(page)).toMatch(/^\S+\.\S+\.\S+$/)
  expect(token).not.toBeNull()

  const other = await openAs(person, 1440, paths.myInfo)
  await passStep(other, PASSWORD)
  const sessions = other.getByRole('listitem').filter({ hasText: ko['myInfo.staysSignedIn'] })
  await expect(sessions).toHaveCount(1)
  await sessions.getByRole('button').click()
  await expect(againDialog(page)).toBeVisible()
  await context.close()
})

/** From the open note: it is to be sent before anything is forgotten, and no answer comes. */
async function shareWithoutAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await page.getByRole('button', { name: ko['shares.share'], exact: true }).click()
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (address, request) =>
      String(address).endsWith('/share/sharenote') ? new Promise(() => {}) : fetch(address, request)
  })
}
