import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, shareNewNote, type TestUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import { hubRow, newUsers, setEnglish } from './steps.ts'

/** The rows of rooms: order, stability and leaving. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('no row moves under the pointer: a room with new activity waits, and one that was left keeps its place @long', async ({
  site,
  openAs,
}) => {
  const [me, ...friends] = await newUsers(site, HUBS_PER_PAGE + 2)
  const [oldest, leftFriend] = friends
  if (!me || !oldest || !leftFriend) throw new Error('expected more users')
  const hubNos: number[] = []
  for (const friend of friends) hubNos.push(await makeHub(me, friend))
  const page = await openAs(me, 1440, paths.friends)
  const names = page.locator('main').getByRole('list').first().getByRole('listitem')
  const listed = friends.slice(1).reverse()
  for (const [index, { name }] of listed.entries()) await expect(names.nth(index)).toContainText(name)

  await hubRow(page, leftFriend.name).hover()
  // Ignores the refetch that follows the first connection.
  const fetched = page.waitForResponse(
    async answer => /gethubs/.test(answer.url()) && (await answer.text()).includes(oldest.name),
  )
  await shareNewNote(oldest, hubNos[0] ?? 0)
  await fetched
  await expect(page.getByRole('link', { name: oldest.name })).toBeHidden()
  await me.call(disjoin, { targetHubNo: hubNos[2] ?? 0 })
  await expect(page.getByText(ko['hubs.gone'])).toBeVisible()
  await expect(names.nth(HUBS_PER_PAGE - 2)).toContainText(ko['hubs.gone'])
  await expect(names.nth(HUBS_PER_PAGE - 1)).toContainText(leftFriend.name)
  await expectAccessible(page)

  await page.getByRole('heading', { level: 1 }).hover()
  await expect(names.first()).toContainText(oldest.name)
  await expect(page.getByText(ko['hubs.gone'])).toBeHidden()
})

test('the focus stays in the list when its row disappears @long', async ({ site, openAs }) => {
  const [me, friend, other] = await newUsers(site, 3)
  if (!me || !friend || !other) throw new Error('expected three users')
  await makeHub(me, friend)
  const hubNo = await makeHub(me, other)
  const page = await openAs(me, 1440, paths.friends)
  const row = hubRow(page, other.name)
  await row.getByRole('button', { name: ko['hubs.addFriends'] }).focus()
  await me.call(disjoin, { targetHubNo: hubNo })
  await expect(page.getByRole('list').filter({ has: hubRow(page, friend.name) })).toBeFocused()
  await expect(row).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(hubRow(page, friend.name).getByRole('link')).toBeFocused()
})

test('rows do not move while the focus moves between them @long', async ({ site, openAs }) => {
  const [me, ...friends] = await newUsers(site, 4)
  const [last, middle, top] = friends
  if (!me || !last || !middle || !top) throw new Error('expected four users')
  const lastNo = await makeHub(me, last)
  for (const friend of [middle, top]) await makeHub(me, friend)
  const page = await openAs(me, 1440, paths.friends)
  await menuButton(page, top).focus()
  const fetched = page.waitForResponse(/gethubs/)
  await shareNewNote(last, lastNo)
  await (await fetched).finished()
  await expect(hubRow(page, last.name).getByText('안 읽은 노트 1개')).toBeAttached()
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: ko['hubs.leave'] }) })
  await page.keyboard.press('Tab')
  await expect(hubRow(page, middle.name).getByRole('link')).toBeFocused()
  await expect(rows.first()).toContainText(top.name)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(rows.first()).toContainText(last.name)
})

const menuButton = (page: Page, { name }: TestUser) => button(page, ko['hubs.more'].replace('{name}', name))
const chooseIn = async (page: Page, user: TestUser, action: string) => {
  await menuButton(page, user).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const headerBadge = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: new RegExp(`^${ko['shell.friends']}`) })

test('a muted room leaves the total, a pinned one moves to the top, on all devices of the user; both can be undone', async ({
  site,
  openAs,
}) => {
  const [me, first, second] = await newUsers(site, 3)
  if (!me || !first || !second) throw new Error('expected three users')
  const firstNo = await makeHub(me, first)
  const secondNo = await makeHub(me, second)
  const page = await openAs(me, 1440, paths.friends)
  const other = await openAs(me, 390, paths.friends)
  await shareNewNote(first, firstNo)
  await shareNewNote(second, secondNo)
  await expect(headerBadge(page)).toHaveText(/2/)
  // An unread row inserts an action before the others, so wait for it.
  for (const { name } of [first, second])
    await expect(hubRow(other, name).getByRole('button', { name: ko['hubs.markAsRead'] })).toBeVisible()

  await chooseIn(other, second, ko['hubs.mute'])
  const toast = other.locator('.toast').filter({ hasText: ko['hubs.muted'] })
  // A focused toast stays.
  await toast.getByRole('button', { name: ko['common.undo'] }).focus()
  await expect(headerBadge(page)).toHaveText(/1/)
  await toast.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(headerBadge(page)).toHaveText(/2/)

  await chooseIn(other, first, ko['hubs.pin'])
  const rows = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  await expect(rows.first()).toContainText(first.name)
  await expectAccessible(other)
  await menuButton(other, second).click()
  await other.getByRole('menuitem', { name: ko['hubs.mute'], exact: true }).click()
  const row = hubRow(page, second.name).getByRole('link')
  await expect(row).toHaveAccessibleName(new RegExp(`^${second.name} 오[전후] [0-9:]+ 안 읽은 노트 1개$`))
  await expect(row).toHaveAccessibleDescription(new RegExp(`^${ko['hubs.isMuted']}`))
})

test('with forced colours a toast has a border @long', async ({ site, openAs }) => {
  const [me, friend] = await newUsers(site, 2)
  if (!me || !friend) throw new Error('expected two users')
  await makeHub(me, friend)
  const page = await openAs(me, 390, paths.friends)
  await page.emulateMedia({ forcedColors: 'active' })
  await chooseIn(page, friend, ko['hubs.mute'])
  await expect(page.locator('.toast')).toHaveCSS('border-top-style', 'solid')
})

test('a row moves at once when the user pins or unpins it, even with the pointer and the focus in it @long', async ({
  site,
  openAs,
}) => {
  const [me, first, second] = await newUsers(site, 3)
  if (!me || !first || !second) throw new Error('expected three users')
  await makeHub(me, first)
  await makeHub(me, second)
  const page = await openAs(me, 1440, paths.friends)
  const rows = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  await expect(rows.first()).toContainText(second.name)
  await chooseIn(page, first, ko['hubs.pin'])
  await expect(rows.first()).toContainText(first.name)
  await chooseIn(page, first, ko['hubs.unpin'])
  await expect(rows.first()).toContainText(second.name)
  await page
    .locator('.toast')
    .filter({ hasText: ko['hubs.unpinned'] })
    .getByRole('button', { name: ko['common.undo'] })
    .click()
  await expect(rows.first()).toContainText(first.name)
})

test('the number of further members is shown once, beside the names @long', async ({ site, openAs }) => {
  const [me, ...friends] = await newUsers(site, 7)
  if (!me) throw new Error('expected more users')
  await makeHub(me, ...friends)
  const page = await openAs(me, 1440, paths.friends)
  await expect(hubRow(page, '+4')).toBeVisible()
  await expect(page.getByText(/^\+\d$/)).toHaveCount(1)
})

test("long action labels neither cut the room's name nor wrap the last action alone @long", async ({
  site,
  openAs,
}) => {
  const [me, friend] = await newUsers(site, 2)
  if (!me || !friend) throw new Error('expected two users')
  const hubNo = await makeHub(me, friend)
  await shareNewNote(friend, hubNo)
  const page = await openAs(me, 390, paths.friends, setEnglish)
  for (const [width, name] of [
    [390, '한 달에 한 편'],
    [1024, '한 달에 한 편씩 함께 읽는 사람들'],
    [1200, '한 달에 한 편'],
  ] as const) {
    await me.call(nameHub, { hubNo, name })
    await page.setViewportSize({ width, height: 900 })
    const row = page.getByRole('listitem').filter({ hasText: name })
    const actions = row.getByRole('button')
    await expect(actions).toHaveCount(4)

    const middles = await actions.evaluateAll(buttons =>
      buttons.map(button => button.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
    )
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(1)
    const heights = await actions.evaluateAll(buttons =>
      buttons.map(button => button.scrollHeight - button.clientHeight),
    )
    expect(Math.max(...heights)).toBe(0)
    const label = row.getByText(name, { exact: true })
    expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})

test('a row shows who is typing in its room instead of the last activity, until the comment arrives @long', async ({
  site,
  openAs,
}) => {
  const [me, friend] = await newUsers(site, 2)
  if (!me || !friend) throw new Error('expected two users')
  const hubNo = await makeHub(me, friend)
  const noteNo = await shareNewNote(me, hubNo, '장마 준비')
  const page = await openAs(me, 1440, paths.friends)
  const home = await openAs(me, 390, paths.home)
  await Promise.all([waitForConnection(page), waitForConnection(home)])
  const rows = [hubRow(page, friend.name).getByRole('link'), home.getByRole('link', { name: friend.name })]
  const typingLine = (row: Locator) =>
    row.locator(`[data-words="${formatText(ko, 'comments.composing', friend)}"]`)

  const friendsTab = await friend.openSocket()
  friendsTab.socket.emit('comment:composing', { hubNo, noteNo })
  for (const row of rows) {
    await expect(typingLine(row)).toBeVisible()
    await expect(row, 'the description stays').toHaveAccessibleDescription(/장마 준비/)
  }
  await comment(friend, { hubNo, noteNo }, '우산은 제가 챙길게요')
  for (const row of rows) {
    await expect(row.locator('[data-words="우산은 제가 챙길게요"]')).toBeVisible()
    await expect(typingLine(row)).toBeHidden()
  }
  friendsTab.close()
})
