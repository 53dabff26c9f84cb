import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getHubs } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { createGate } from './delays.ts'
import { expect, test } from './fixtures.ts'
import { chooseInRoom, newHub, newUsers, searchFriends } from './steps.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: ko['hubs.rail'], exact: true })
const rooms = (page: Page) => sidebar(page).locator('a[data-row]')
const nameStart = (name: string) => new RegExp(`^${name}`)
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('beside a room the sidebar lists all rooms, with shortcuts', async ({ site, openAs }) => {
  const [me, first, second] = await newUsers(site, 3)
  const firstNo = await makeHub(me, first)
  const secondNo = await makeHub(me, second)
  await shareNewNote(first, firstNo, '첫째의 노트')
  const page = await openAs(me, 1280, paths.discussion(firstNo))
  await expect(title(page)).toHaveText(first.name)
  const rows = rooms(page)
  await expect(rows).toHaveCount(2)
  await expect(sidebar(page).locator('[aria-current=page]')).toHaveAccessibleName(nameStart(first.name))
  await expect(page.getByText('첫째의 노트')).toHaveCount(1)

  await shareNewNote(second, secondNo, '둘째의 노트')
  const other = sidebar(page).getByRole('link', { name: second.name })
  await expect(other).toHaveAccessibleName(/안 읽은 노트 1개$/)
  await expect(other).toHaveAccessibleDescription(`${second.name}: 새 노트 ‘둘째의 노트’`)
  await other.click()
  await expect(title(page)).toHaveText(second.name)
  await expect(title(page)).toBeFocused()
  await expect(page).toHaveURL(paths.discussion(secondNo))
  await page.goBack()
  await expect(title(page)).toHaveText(first.name)

  await test.step('shortcuts lead to the next and previous room, except in text fields and dialogs', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(paths.discussion(secondNo))
    await expect(title(page)).toHaveText(second.name)
    await expect(rooms(page)).toHaveCount(2)
    await page.keyboard.press('Alt+ArrowDown')
    await expect(title(page)).toHaveText(first.name)
    await expect(title(page)).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page).toHaveURL(paths.discussion(firstNo))

    // The search loads after the room, and registers its shortcut then.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Escape')
    await expect(title(page)).toHaveText(first.name)
    await page.keyboard.press('Alt+ArrowUp')
    await expect(title(page)).toHaveText(second.name)
  })

  await page.setViewportSize({ width: 1199, height: 800 })
  await expect(sidebar(page)).toBeHidden()
  await expect(title(page)).toHaveText(second.name)
})

test('no row of the sidebar moves under the pointer @long', async ({ site, openAs }) => {
  const [me, oldest, newest] = await newUsers(site, 3)
  const oldestNo = await makeHub(me, oldest)
  const newestNo = await makeHub(me, newest)
  const page = await openAs(me, 1280, paths.discussion(newestNo))
  const rows = rooms(page)
  await expect(rows.first()).toHaveAccessibleName(nameStart(newest.name))
  await rows.first().hover()
  const fetched = page.waitForResponse(/gethubs/)
  await shareNewNote(oldest, oldestNo, '올라오는 노트')
  await (await fetched).finished()
  await expect(rows.last()).toHaveAccessibleName(new RegExp(`^${oldest.name} .*안 읽은 노트 1개$`))
  await title(page).hover()
  await expect(rows.first()).toHaveAccessibleName(new RegExp(`^${oldest.name} .*안 읽은 노트 1개$`))
})

test('the sidebar keeps its position at the end of the page @long', async ({ site, openAs }) => {
  const [me, , hubNo] = await newHub(site, '나', '친구')
  for (let index = 0; index < 8; index += 1) await shareNewNote(me, hubNo, `노트 ${index}`)
  const page = await openAs(me, 1440, paths.discussion(hubNo))
  await expect(page.getByText('노트 7')).toBeVisible()
  const row = rooms(page).first()
  await page.evaluate(() => window.scrollTo(0, 0))
  const top = async () => (await row.boundingBox())?.y ?? Number.NaN
  const before = await top()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  // Allow half a pixel below the edge.
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 0.99 })
  expect(Math.abs((await top()) - before)).toBeLessThan(1)

  await test.step('a fully read room of one page ends with its last note, without an empty footer', async () => {
    await expect(page.locator('.feed-footer')).toBeHidden()
  })
})

test('the friends list has the position of the sidebar @long', async ({ site, openAs }) => {
  const me = await newUser(site.url, '나')
  const friends = await newUsers(site, HUBS_PER_PAGE + 1)
  const hubNos: number[] = []
  for (const friend of friends) hubNos.push(await makeHub(me, friend))
  const page = await openAs(me, 1280, paths.friends)
  const main = page.getByRole('main')
  const rows = main.getByRole('listitem').filter({ has: page.locator('a[data-row]') })
  await expect(rows).toHaveCount(HUBS_PER_PAGE)
  await expect(main.getByRole('list').filter({ has: page.locator('a[data-row]') })).toHaveCount(1)
  await expect(main.getByRole('navigation', { name: ko['page.label'] })).toHaveCount(1)
  await expect(main.getByText(ko['hubs.caughtUp'])).toBeVisible()
  await expect(main.getByRole('textbox', { name: ko['hubs.search'] })).toBeVisible()
  const places = (all: Locator) =>
    all.evaluateAll(found => found.map(row => row.getBoundingClientRect().toJSON()))
  const listed = await places(rows.getByRole('link'))

  await test.step('in a window of 900 px the whole page is visible', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(main.getByRole('navigation', { name: ko['page.label'] })).toBeInViewport({ ratio: 1 })
  })

  const last = friends.at(-1)
  await rows.first().getByRole('link').click()
  await expect(title(page)).toHaveText(last?.name ?? '')
  await expect(page).toHaveURL(paths.discussion(hubNos.at(-1) ?? 0))
  await expect(rooms(page)).toHaveCount(HUBS_PER_PAGE)
  expect(await places(rooms(page))).toEqual(listed)
  await page.goBack()
  await expect(title(page)).toHaveText(ko['hubs.title'])
  await expect(rows).toHaveCount(HUBS_PER_PAGE)

  // Going back restores the scroll position of the list.
  await page.setViewportSize({ width: 1280, height: 720 })
  const list = page.locator('.rooms-workspace__sidebar')
  await list.evaluate(box => box.scrollTo(0, 150))
  await rows.nth(4).getByRole('link').click()
  await expect(title(page)).toHaveText(/호/)
  await page.goBack()
  await expect(rows).toHaveCount(HUBS_PER_PAGE)
  await expect.poll(() => list.evaluate(box => box.scrollTop)).toBe(150)

  // In a low window everything from the search to the new room fits.
  await searchFriends(page, `${friends[0]?.email}, ${friends[1]?.email}, ${friends[2]?.email}`)
  for (const friend of friends.slice(0, 2))
    await page.getByRole('button', { name: `${friend.name}님 선택`, exact: true }).click()
  await expect(page.getByRole('button', { name: ko['hubs.createRoom'] })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  const field = page.getByRole('textbox', { name: ko['hubs.search'] })
  await field.fill('typed')
  await page.setViewportSize({ width: 1199, height: 800 })
  await expect(main.getByText(ko['hubs.caughtUp'])).toBeHidden()
  await expect(field).toHaveValue('typed')
})

test('in a list of unread rooms the open one stays until another is opened @long', async ({
  site,
  openAs,
}) => {
  const [me, first, second, third] = await newUsers(site, 4)
  const thirdNo = await makeHub(me, third)
  await shareNewNote(first, await makeHub(me, first))
  await shareNewNote(second, await makeHub(me, second))
  const page = await openAs(me, 1280, `${paths.friends}?only=unread`)
  const row = (name: string) => page.locator('a[data-row]').filter({ hasText: name })
  await row(first.name).click()
  await expect(title(page)).toHaveText(first.name)
  await title(page).click()
  await expect(page.getByRole('button', { name: `${ko['hubs.unreadOnly']} 1` })).toBeVisible()
  // The next list from the server has the third room, but no longer the first.
  await shareNewNote(third, thirdNo)
  await expect(row(third.name)).toBeVisible()
  await expect(row(first.name)).toHaveAttribute('aria-current', 'page')

  await row(second.name).click()
  await expect(title(page)).toHaveText(second.name)
  await title(page).click()
  await expect(row(first.name)).toHaveCount(0)
  await expect(row(second.name)).toHaveAttribute('aria-current', 'page')
})

test('the pane beside the rooms has its shape while they load', async ({ site, openAs }) => {
  const [me, other] = await newUsers(site, 2)
  await shareNewNote(other, await makeHub(me, other))
  const rooms = createGate()
  const page = await openAs(me, 1280, paths.friends, early =>
    early.route(`**${getHubs.path}`, async route => {
      await rooms.opened
      await route.continue().catch(() => undefined)
    }),
  )
  const shapes = page.locator('.rooms-workspace__room .room-skeleton__row')
  await expect(shapes.first()).toBeVisible()
  rooms.open()
  await expect(page.getByText(ko['hubs.unreadRooms'])).toBeVisible()
  await expect(shapes).toHaveCount(0)
})

test('rooms are filtered by unread notes and sorted by joining date @long', async ({ site, openAs }) => {
  const [me, read, unread, other] = await newUsers(site, 4)
  const readNo = await makeHub(me, read)
  await shareNewNote(unread, await makeHub(me, unread))
  await shareNewNote(other, await makeHub(me, other))
  const page = await openAs(me, 1280, paths.friends)
  const rows = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const filter = page.getByRole('button', { name: `${ko['hubs.unreadOnly']} 2` })
  await filter.click()
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(`${paths.friends}?only=unread`)
  await page.reload()
  await expect(rows).toHaveCount(2)

  const first = rows.filter({ hasText: unread.name })
  await chooseInRoom(first, ko['hubs.markAsRead'])
  await expect(first.getByText('안 읽은 노트')).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await title(page).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: ko['hubs.all'], exact: true }).click()
  await expect(rows).toHaveCount(3)

  await test.step('sorted by joining date, rooms do not move, and the device stores the order', async () => {
    await shareNewNote(read, readNo)
    await expect(rows.first()).toContainText(read.name)
    await page.getByRole('combobox', { name: ko['hubs.order'] }).selectOption(ko['hubs.orderJoined'])
    await expect(rows.first()).toContainText(other.name)
    await page.reload()
    await expect(rows.first()).toContainText(other.name)
  })
})
