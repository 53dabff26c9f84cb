import { expect, type Locator, type Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'

/** Common user actions, by their visible labels. */

let userCount = 0

export interface Visitor {
  email: string
  username: string
}

export function newVisitor(name: string): Visitor {
  userCount += 1
  const unique = `${process.pid}${userCount}`
  return { email: `visitor${unique}@example.com`, username: `${name}${unique}` }
}

export function newMobile(): string {
  userCount += 1
  return `010${String(process.pid * 100 + userCount).padStart(8, '0')}`
}

/** Opens a screen through the menu or the drawer. */
export async function openFromMenu(page: Page, item: string): Promise<void> {
  const drawerButton = page.getByRole('button', { name: new RegExp(`^${ko['shell.openMenu']}`) })
  if (await drawerButton.isVisible()) await drawerButton.click()
  await page.getByRole('link', { name: item }).and(page.locator(':visible')).first().click()
}

export async function fillSignUp(page: Page, { email, username }: Visitor, mobile = ''): Promise<void> {
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(email)
  await page.getByLabel(ko['accounts.username'], { exact: true }).fill(username)
  await page.getByLabel(ko['accounts.mobile']).fill(mobile)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.getByLabel(ko['accounts.passwordConfirm'], { exact: true }).fill(PASSWORD)
  await page.getByLabel(ko['accounts.agree']).check()
}

export async function signUp(page: Page, visitor: Visitor, mobile = ''): Promise<void> {
  await openFromMenu(page, ko['shell.signUp'])
  await fillSignUp(page, visitor, mobile)
  await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
  await expect(page.getByText(ko['accounts.signUpDone'])).toBeVisible()
}

export async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  // The previous screen may have a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: ko['accounts.signIn'] })).toBeVisible()
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: ko['accounts.signIn'], exact: true }).click()
}

export async function signIn(page: Page, { email }: { email: string }): Promise<void> {
  await page.goto('/user/signin')
  await submitSignIn(page, email, PASSWORD)
  await expect(page).toHaveURL(/\/(home)?$/)
}

/** Fills in the sign-in form with the remember-me option. `next`: the address after the sign-in. */
export async function signInRemembered(
  page: Page,
  { email }: { email: string },
  next = '/home',
): Promise<void> {
  await page.goto('/user/signin')
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: ko['accounts.rememberMe'] }).check()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new URL(next, page.url()).href)
}

/** Opens another tab of the same browser, signed in with the same session. */
export async function openTab(page: Page, url: string, token?: string): Promise<Page> {
  const authToken = token ?? (await page.evaluate(() => sessionStorage.getItem('authToken') ?? ''))
  const tab = await page.context().newPage()
  await tab.addInitScript(value => sessionStorage.setItem('authToken', value), authToken)
  await tab.goto(url)
  return tab
}

/** Enters the password in the first step of my info. */
export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(ko['myInfo.currentPassword']).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: ko['myInfo.update'] })).toBeVisible()
}

export async function makeTopic(page: Page, title: string): Promise<void> {
  await openFromMenu(page, ko['shell.notes'])
  await openNewTopic(page)
  await page.getByLabel(ko['topics.newTopic']).fill(title)
  await page.getByRole('button', { name: ko['topics.create'] }).click()
  await expect(topicRow(page, title)).toBeVisible()
}

/** Opens the form for a new topic, which is open while there is no topic. */
export async function openNewTopic(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: ko['topics.add'], exact: true })
  await expect(opener.or(page.getByLabel(ko['topics.newTopic']))).toBeVisible()
  if (await opener.isVisible()) await opener.click()
}

/** The link to the notes of a topic. */
export const topicRow = (page: Page, title: string) =>
  page.getByRole('link', { name: new RegExp(`^${title} .*${ko['topics.viewNotes']}$`) })

/** Chooses an action in the menu above the notes of a topic. */
export async function chooseTopicAction(page: Page, action: string): Promise<void> {
  await page
    .locator('.note-list__actions')
    .getByRole('button', { name: /더 보기$/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Writes and saves a note from the topic list, and opens it for reading. */
export async function typeNote(page: Page, topic: string, title: string, text: string): Promise<void> {
  await topicRow(page, topic).click()
  await page.getByRole('main').getByRole('link', { name: ko['notes.write'] }).click()
  await page.getByLabel(ko['notes.title']).fill(title)
  await page.getByLabel(ko['notes.body'], { exact: true }).fill(text)
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

export async function createHubWith(page: Page, friend: Visitor): Promise<void> {
  await openFromMenu(page, ko['shell.friends'])
  await searchFriends(page, friend.email)
  await page.getByRole('listitem').filter({ hasText: friend.username }).getByText(ko['hubs.select']).click()
  await page.getByRole('button', { name: ko['hubs.createRoom'] }).click()
  await expect(hubRow(page, friend.username)).toBeVisible()
}

/** Searches in the dialog for friends if it is open, or else in the box above the rooms, which opens it. */
export async function searchFriends(page: Page, typed: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: ko['hubs.search'] })
  const place = (await dialog.isVisible()) ? dialog : page.getByRole('main')
  await place.getByRole('textbox', { name: ko['hubs.search'] }).fill(typed)
  await place.getByRole('button', { name: ko['hubs.searchButton'], exact: true }).click()
}

/** Chooses an action from the menu of a room in the list. */
export async function chooseInRoom(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /더 보기$/ }).click()
  await row.page().getByRole('menuitem', { name: action, exact: true }).click()
}

/** Shares the open note with the hub of a row of the share panel, skipping the delay for undo. */
export async function shareNow(row: Locator): Promise<void> {
  await row.getByRole('button', { name: ko['shares.share'] }).click()
  await row.getByRole('button', { name: ko['shares.shareNow'] }).click()
  await expect(row.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
}

/** Selects English before the first navigation. */
export const setEnglish = (page: Page) => page.addInitScript(() => localStorage.setItem('language', 'en'))

/** Reloads the page without a live connection. */
export async function reloadWithoutSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, socket => socket.close())
  // The page fetches this when no connection is made; the test controls all later events.
  const counted = page.waitForResponse('**/api/friends/unread')
  await page.reload()
  await counted
}

/** Returns the row of the hub with this friend on the friends screen. */
export function hubRow(page: Page, friend: string) {
  const hubs = page.getByRole('listitem').filter({ has: page.locator('a[data-row][href^="/discussion"]') })
  return hubs.filter({ hasText: friend })
}

type Users<Count extends number, All extends TestUser[] = []> = number extends Count
  ? [TestUser, TestUser, TestUser, ...TestUser[]]
  : All['length'] extends Count
    ? All
    : Users<Count, [...All, TestUser]>

/** Signs up this number of users, at least three unless it is a literal. */
export const newUsers = <const Count extends number>({ url }: { url: string }, count: Count) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => newUser(url, `친구${index}호`)),
  ) as Promise<unknown> as Promise<Users<Count>>

/** Creates two users and their hub, whose number is the third value. */
export async function newHub({ url }: { url: string }, first = '글쓴이', second = '읽는이') {
  const [maker, friend] = await Promise.all([newUser(url, first), newUser(url, second)])
  return [maker, friend, await makeHub(maker, friend)] as const
}

/** Whether a button reaches below the top of a phone's bottom bar. */
export async function isBelowBottomBar(page: Page, name: string): Promise<boolean> {
  const bar = await page.getByRole('navigation', { name: ko['shell.bottomBar'] }).boundingBox()
  const button = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (bar === null || button === null) throw new Error('nothing to compare')
  return button.y + button.height > bar.y
}

/** Returns the URLs of all resources that the page has fetched. */
export function fetchedUrls(page: Page): Promise<string[]> {
  return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
}

/** Chooses an action from the menu of the open note. */
/** Chooses an action in the menu of the open room. */
export async function chooseRoomAction(page: Page, name: string): Promise<void> {
  await page.locator('.room-header__line > .action-menu').getByRole('button').click()
  await page.getByRole('menuitem', { name }).click()
}

/** Opens the list of members of the open room. */
export async function openMembers(page: Page): Promise<Locator> {
  await page.locator('.room-header__members').click()
  return page.getByRole('dialog').filter({ has: page.locator('.member-list') })
}

/** Opens the menu of a member in the open list. */
export async function openMemberMenu(members: Locator, name: string): Promise<Locator> {
  const opener = members
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { expanded: false })
  await opener.click()
  return opener
}

export async function chooseNoteAction(page: Page, name: string): Promise<void> {
  await page
    .locator('.note-bar')
    .getByRole('button', { name: /더 보기$/ })
    .click()
  await page.getByRole('menuitem', { name }).click()
}
