import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, type Person, shareNewNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { connected, expect, test } from './fixtures.ts'
import { hubOf, inEnglish, peopleOf } from './steps.ts'

/** How the rows of rooms stand, move and are left. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('no row slips under the pointer: a room that comes up waits, and one that was left keeps its place @long', async ({
  site,
  openAs,
}) => {
  const [me, ...friends] = await peopleOf(site, HUBS_PER_PAGE + 2)
  const [oldest, left] = friends
  if (!me || !oldest || !left) throw new Error('more people were asked for')
  const hubNos: number[] = []
  for (const friend of friends) hubNos.push(await makeHub(me, friend))
  const page = await openAs(me, 1440, paths.friends)
  const names = page.locator('main').getByRole('list').first().getByRole('listitem')
  const shown = friends.slice(1).reverse()
  for (const [place, { name }] of shown.entries()) await expect(names.nth(place)).toContainText(name)

  await hubOf(page, left.name).hover()
  // Not the answer to who has just connected.
  const fetched = page.waitForResponse(
    async answer => /gethubs/.test(answer.url()) && (await answer.text()).includes(oldest.name),
  )
  await shareNewNote(oldest, hubNos[0] ?? 0)
  await fetched
  await expect(page.getByRole('link', { name: oldest.name })).toBeHidden()
  await me.does(disjoin, { targetHubNo: hubNos[2] ?? 0 })
  await expect(page.getByText(ko['hubs.gone'])).toBeVisible()
  await expect(names.nth(HUBS_PER_PAGE - 2)).toContainText(ko['hubs.gone'])
  await expect(names.nth(HUBS_PER_PAGE - 1)).toContainText(left.name)
  await expectAccessible(page)

  await page.getByRole('heading', { level: 1 }).hover()
  await expect(names.first()).toContainText(oldest.name)
  await expect(page.getByText(ko['hubs.gone'])).toBeHidden()
})

test('the focus does not fall out of the list when the row that had it goes @long', async ({
  site,
  openAs,
}) => {
  const [me, friend, other] = await peopleOf(site, 3)
  if (!me || !friend || !other) throw new Error('three people were asked for')
  await makeHub(me, friend)
  const hubNo = await makeHub(me, other)
  const page = await openAs(me, 1440, paths.friends)
  const row = hubOf(page, other.name)
  await row.getByRole('button', { name: ko['hubs.addFriends'] }).focus()
  await me.does(disjoin, { targetHubNo: hubNo })
  await expect(page.getByRole('list').filter({ has: hubOf(page, friend.name) })).toBeFocused()
  await expect(row).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(hubOf(page, friend.name).getByRole('link')).toBeFocused()
})

test('rows stand still while the focus goes from one to the next @long', async ({ site, openAs }) => {
  const [me, ...friends] = await peopleOf(site, 4)
  const [last, middle, top] = friends
  if (!me || !last || !middle || !top) throw new Error('four people were asked for')
  const lastNo = await makeHub(me, last)
  for (const friend of [middle, top]) await makeHub(me, friend)
  const page = await openAs(me, 1440, paths.friends)
  await menuOf(page, top).focus()
  const fetched = page.waitForResponse(/gethubs/)
  await shareNewNote(last, lastNo)
  await (await fetched).finished()
  await expect(hubOf(page, last.name).getByText('안 읽은 노트 1개')).toBeAttached()
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: ko['hubs.leave'] }) })
  await page.keyboard.press('Tab')
  await expect(hubOf(page, middle.name).getByRole('link')).toBeFocused()
  await expect(rows.first()).toContainText(top.name)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(rows.first()).toContainText(last.name)
})

const menuOf = (page: Page, { name }: Person) => button(page, ko['hubs.more'].replace('{name}', name))
const chooseIn = async (page: Page, person: Person, action: string) => {
  await menuOf(page, person).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const headerBadge = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: new RegExp(`^${ko['shell.friends']}`) })

test('a room that is muted leaves the sum, one that is pinned stands on top, on all my devices; both can be undone', async ({
  site,
  openAs,
}) => {
  const [me, first, second] = await peopleOf(site, 3)
  if (!me || !first || !second) throw new Error('three people were asked for')
  const firstNo = await makeHub(me, first)
  const secondNo = await makeHub(me, second)
  const page = await openAs(me, 1440, paths.friends)
  const other = await openAs(me, 390, paths.friends)
  await shareNewNote(first, firstNo)
  await shareNewNote(second, secondNo)
  await expect(headerBadge(page)).toHaveText(/2/)
  // What a row is given when it is unread stands before what is pressed in it.
  for (const { name } of [first, second])
    await expect(hubOf(other, name).getByRole('button', { name: ko['hubs.markAsRead'] })).toBeVisible()

  await chooseIn(other, second, ko['hubs.mute'])
  const told = other.locator('.toast').filter({ hasText: ko['hubs.muted'] })
  // Stays for as long as it is about to be pressed.
  await told.getByRole('button', { name: ko['common.undo'] }).focus()
  await expect(headerBadge(page)).toHaveText(/1/)
  await told.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(headerBadge(page)).toHaveText(/2/)

  await chooseIn(other, first, ko['hubs.pin'])
  const rows = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  await expect(rows.first()).toContainText(first.name)
  await expectAccessible(other)
  await menuOf(other, second).click()
  await other.getByRole('menuitem', { name: ko['hubs.mute'], exact: true }).click()
  const row = hubOf(page, second.name).getByRole('link')
  await expect(row).toHaveAccessibleName(new RegExp(`^${second.name} 오[전후] [0-9:]+ 안 읽은 노트 1개$`))
  await expect(row).toHaveAccessibleDescription(new RegExp(`^${ko['hubs.isMuted']}`))
})

test('where only the system’s colours are left, a toast has an edge @long', async ({ site, openAs }) => {
  const [me, friend] = await peopleOf(site, 2)
  if (!me || !friend) throw new Error('two people were asked for')
  await makeHub(me, friend)
  const page = await openAs(me, 390, paths.friends)
  await page.emulateMedia({ forcedColors: 'active' })
  await chooseIn(page, friend, ko['hubs.mute'])
  await expect(page.locator('.toast')).toHaveCSS('border-top-style', 'solid')
})

test('a row moves at once when one pins its room or lets it go, though the pointer and the focus are in it @long', async ({
  site,
  openAs,
}) => {
  const [me, first, second] = await peopleOf(site, 3)
  if (!me || !first || !second) throw new Error('three people were asked for')
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

test('how many more are in a room is said once, beside the names @long', async ({ site, openAs }) => {
  const [me, ...friends] = await peopleOf(site, 7)
  if (!me) throw new Error('more people were asked for')
  await makeHub(me, ...friends)
  const page = await openAs(me, 1440, paths.friends)
  await expect(hubOf(page, '+4')).toBeVisible()
  await expect(page.getByText(/^\+\d$/)).toHaveCount(1)
})

test('long words for what can be done with a room neither cut its name nor leave the last of them alone @long', async ({
  site,
  openAs,
}) => {
  const [me, friend] = await peopleOf(site, 2)
  if (!me || !friend) throw new Error('two people were asked for')
  const hubNo = await makeHub(me, friend)
  await shareNewNote(friend, hubNo)
  const page = await openAs(me, 390, paths.friends, inEnglish)
  for (const [width, name] of [
    [390, '한 달에 한 편'],
    [1024, '한 달에 한 편씩 함께 읽는 사람들'],
    [1200, '한 달에 한 편'],
  ] as const) {
    await me.does(nameHub, { hubNo, name })
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
    const shown = row.getByText(name, { exact: true })
    expect(await shown.evaluate(words => words.scrollWidth - words.clientWidth)).toBe(0)
  }
})

test('a row shows who is writing in its room, in place of what was said last, and until it is said @long', async ({
  site,
  openAs,
}) => {
  const [me, friend] = await peopleOf(site, 2)
  if (!me || !friend) throw new Error('two people were asked for')
  const hubNo = await makeHub(me, friend)
  const noteNo = await shareNewNote(me, hubNo, '장마 준비')
  const page = await openAs(me, 1440, paths.friends)
  const home = await openAs(me, 390, paths.home)
  await Promise.all([connected(page), connected(home)])
  const rows = [hubOf(page, friend.name).getByRole('link'), home.getByRole('link', { name: friend.name })]
  const drawn = (row: Locator) => row.locator(`[data-words="${say(ko, 'comments.composing', friend)}"]`)

  const friendsTab = await friend.listens()
  friendsTab.socket.emit('comment:composing', { hubNo, noteNo })
  for (const row of rows) {
    await expect(drawn(row)).toBeVisible()
    await expect(row, 'what is read of it stays').toHaveAccessibleDescription(/장마 준비/)
  }
  await comment(friend, { hubNo, noteNo }, '우산은 제가 챙길게요')
  for (const row of rows) {
    await expect(row.locator('[data-words="우산은 제가 챙길게요"]')).toBeVisible()
    await expect(drawn(row)).toBeHidden()
  }
  friendsTab.close()
})
