import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { createGate } from './delays.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import {
  chooseInRoom,
  chooseRoomAction,
  hubRow,
  isBelowBottomBar,
  newHub,
  newUsers,
  searchFriends,
} from './steps.ts'

/** The rows of rooms: order, stability and leaving. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('no row moves under the pointer, and a left room keeps its place @long', async ({ site, openAs }) => {
  const [me, ...friends] = await newUsers(site, HUBS_PER_PAGE + 2)
  const [oldest, leftFriend] = friends
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
  await expect(hubRow(page, oldest.name)).toBeHidden()
  await me.call(disjoin, { targetHubNo: hubNos[2] ?? 0 })
  await expect(page.getByText(ko['hubs.gone'])).toBeVisible()
  await expect(names.nth(HUBS_PER_PAGE - 2)).toContainText(ko['hubs.gone'])
  await expect(names.nth(HUBS_PER_PAGE - 1)).toContainText(leftFriend.name)
  await expectAccessible(page)

  await page.getByRole('heading', { level: 1 }).hover()
  await expect(names.first()).toContainText(oldest.name)
  await expect(page.getByText(ko['hubs.gone'])).toBeHidden()
})

const menuButton = (page: Page, { name }: TestUser) => button(page, ko['hubs.more'].replace('{name}', name))
const chooseIn = (page: Page, { name }: TestUser, action: string) => chooseInRoom(hubRow(page, name), action)
const headerBadge = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: new RegExp(`^${ko['shell.friends']}`) })

test('a room is muted or pinned on all devices, and both can be undone', async ({ site, openAs }) => {
  const [me, first, second] = await newUsers(site, 3)
  const firstNo = await makeHub(me, first)
  const secondNo = await makeHub(me, second)
  const page = await openAs(me, 1440, paths.friends)
  const other = await openAs(me, 390, paths.friends)
  await shareNewNote(first, firstNo)
  await shareNewNote(second, secondNo)
  await expect(headerBadge(page)).toHaveText(/2/)
  // An unread room has one more action before the others, so wait for it.
  for (const { name } of [first, second])
    await expect(hubRow(other, name).getByText('안 읽은 노트 1개')).toBeAttached()

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
  await menuButton(other, second).click()
  await other.getByRole('menuitem', { name: ko['hubs.mute'], exact: true }).click()
  const row = hubRow(page, second.name).getByRole('link')
  await expect(row).toHaveAccessibleName(new RegExp(`^${second.name} 오[전후] [0-9:]+ 안 읽은 노트 1개$`))
  await expect(row).toHaveAccessibleDescription(new RegExp(`^${ko['hubs.isMuted']}`))
})

test('rows move only when the user pins them, and keep the focus @long', async ({ site, openAs }) => {
  const [me, last, middle, top] = await newUsers(site, 4)
  const lastNo = await makeHub(me, last)
  await makeHub(me, middle)
  const topNo = await makeHub(me, top)
  const page = await openAs(me, 1440, paths.friends)
  const rows = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  const toasts = page.locator('.toast')
  await expect(rows.first()).toContainText(top.name)
  await chooseIn(page, last, ko['hubs.pin'])
  await expect(rows.first()).toContainText(last.name)
  await chooseIn(page, last, ko['hubs.unpin'])
  await expect(rows.first()).toContainText(top.name)
  const unpinned = toasts.filter({ hasText: ko['hubs.unpinned'] })
  await unpinned.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(rows.first()).toContainText(last.name)
  await chooseIn(page, last, ko['hubs.unpin'])
  await expect(rows.first()).toContainText(top.name)

  await test.step('with forced colours a toast has a border', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await chooseIn(page, middle, ko['hubs.mute'])
    await expect(toasts.last()).toHaveCSS('border-top-style', 'solid')
    await page.emulateMedia({ forcedColors: 'none' })
  })
  await test.step('rows do not move while the focus moves between them', async () => {
    await menuButton(page, top).focus()
    const fetched = page.waitForResponse(/gethubs/)
    await shareNewNote(last, lastNo)
    await (await fetched).finished()
    await expect(hubRow(page, last.name).getByText('안 읽은 노트 1개')).toBeAttached()
    await page.keyboard.press('Tab')
    await expect(hubRow(page, middle.name).getByRole('link')).toBeFocused()
    await expect(rows.first()).toContainText(top.name)
    await page.getByRole('heading', { level: 1 }).click()
    await expect(rows.first()).toContainText(last.name)
  })
  await test.step('the focus stays in the list when its row disappears', async () => {
    const row = hubRow(page, top.name)
    await row.getByRole('button').focus()
    await me.call(disjoin, { targetHubNo: topNo })
    await expect(page.getByRole('list').filter({ has: hubRow(page, last.name) })).toBeFocused()
    await expect(row).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(hubRow(page, last.name).getByRole('link')).toBeFocused()
  })
})

test('a room is read, renamed and left from the menu of its row', async ({ site, openAs }) => {
  const [me, friend, other] = await newUsers(site, 3)
  const hubNo = await makeHub(me, friend)
  await makeHub(me, other)
  await shareNewNote(friend, hubNo)
  const page = await openAs(me, 1440, paths.friends)
  const row = hubRow(page, friend.name)
  await expect(row.getByText('안 읽은 노트 1개')).toBeAttached()
  await row.getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(row.getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toHaveText(ko['hubs.markAsRead'])
  await expect(page.getByRole('menuitem').last()).toHaveText(ko['hubs.leave'])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(row.getByText('안 읽은 노트 1개')).toHaveCount(0)
  await expect(row.getByRole('button')).toBeFocused()

  await chooseInRoom(row, ko['common.rename'])
  await page.getByRole('textbox', { name: ko['hubs.name'] }).fill('둘의 방')
  await page.keyboard.press('Enter')
  const named = hubRow(page, '둘의 방')
  await expect(named).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await chooseInRoom(named, ko['hubs.leave'])
  await expect(page.getByText(ko['hubs.leaveAsk'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: ko['hubs.leaveConfirm'], exact: true }).click()
  await expect(page.getByText(ko['hubs.left'])).toBeVisible()
  await expect(named).toHaveCount(0)
  await expect(hubRow(page, other.name)).toBeVisible()
})

test('a row shows who is typing until the comment arrives @long', async ({ site, openAs }) => {
  const [me, friend] = await newUsers(site, 2)
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

test('a room is renamed in its heading, and rows show its activity, live @long', async ({ site, openAs }) => {
  const [maker, friend, hubNo] = await newHub(site, '만든이', '친구')
  const page = await openAs(maker, 1440, paths.discussion(hubNo))
  const friends = await openAs(friend, 390, paths.friends)
  const other = await openAs(friend, 1024, paths.discussion(hubNo))
  await expect(hubRow(friends, maker.name)).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(maker.name)
  await waitForConnection(other)
  const rename = () => chooseRoomAction(page, ko['common.rename'])
  const field = page.getByRole('textbox', { name: ko['hubs.name'] })

  await rename()
  await field.fill('버릴 이름')
  await field.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(friend.name)
  await expect(page.locator('.room-header .action-menu__opener')).toBeFocused()

  await rename()
  await expectAccessible(page)
  await field.fill('목요 책방 📚')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('목요 책방 📚')
  await expect(other.getByText(`${maker.name}님이 방 이름을 바꿨어요: 목요 책방 📚`)).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('목요 책방 📚')
  await expect(hubRow(friends, '목요 책방 📚')).toContainText('2')

  await rename()
  await field.fill('')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(friend.name)
  await expect(hubRow(friends, maker.name)).toBeVisible()

  await test.step('a row shows the last activity and its user, live', async () => {
    await maker.call(nameHub, { hubNo, name: '이름 있는 방' })
    await page.goto(paths.friends)
    const link = hubRow(page, '이름 있는 방').getByRole('link')
    await expect(link).toHaveAccessibleDescription('')
    const noteNo = await shareNewNote(friend, hubNo, '새로운 소식')
    await expect(link).toHaveAccessibleDescription(`${friend.name}: 새 노트 ‘새로운 소식’`)
    await expect(link).toHaveAccessibleName(/이름 있는 방.*안 읽은 노트 1개/)
    await comment(maker, { hubNo, noteNo }, '잘 읽었어요')
    await expect(link).toHaveAccessibleDescription(`${ko['common.me']}: 잘 읽었어요`)
  })
})

test('the creator of a room names it and invites; an equal one is linked @long', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '나'), await newUser(site.url, '친구')]
  const page = await openAs(me, 390, paths.friends)
  const make = page.getByRole('button', { name: ko['hubs.createRoom'] })
  async function choose() {
    await searchFriends(page, friend.email)
    await page.getByRole('button', { name: ko['hubs.selectName'].replace('{name}', friend.name) }).click()
  }
  await choose()
  await page.getByRole('textbox', { name: ko['hubs.newName'] }).fill('둘이서')
  await make.click()
  await expect(hubRow(page, '둘이서')).toBeVisible()
  await expect(page.getByRole('status').getByText(ko['hubs.created'])).toBeAttached()
  await choose()
  await make.click()
  await expect(page.getByText(ko['hubs.sameMembers'])).toBeVisible()
  await page.getByRole('link', { name: ko['hubs.toThatRoom'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: '둘이서' })).toBeVisible()

  await test.step('a new room offers an invitation link', async () => {
    await chooseRoomAction(page, ko['invitations.open'])
    await expect(page.getByRole('dialog')).toContainText(ko['invitations.terms'])
    await page.getByRole('button', { name: ko['invitations.make'], exact: true }).click()
    await expect(page.getByRole('textbox', { name: ko['invitations.address'] })).toBeVisible()
  })
})

test('a user leaves a room from its menu, after a confirmation @long', async ({ site, openAs }) => {
  const [formerMember, friend, hubNo] = await newHub(site, '떠나는이', '남는이')
  const page = await openAs(formerMember, 390, paths.discussion(hubNo))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  // In this window the confirmation would open below the top of the bar without scrolling.
  await page.setViewportSize({ width: 390, height: 670 })
  await chooseRoomAction(page, ko['hubs.leaveRoom'])
  await expect(page.getByText(ko['hubs.leaveAsk'])).toBeVisible()
  await expectAccessible(page)
  await test.step("the confirmation is above the phone's bottom bar", async () => {
    await expect.poll(() => isBelowBottomBar(page, ko['hubs.leaveConfirm'])).toBe(false)
  })
  await test.step('events that arrive before the response are not announced to the leaving user', async () => {
    const { opened, open } = createGate()
    const leaveSaved = createGate()
    await page.route(`**${disjoin.path}`, async route => {
      const response = await route.fetch()
      leaveSaved.open()
      await opened
      await route.fulfill({ response })
    })
    await button(ko['hubs.leaveConfirm']).click()
    await expect(button(ko['hubs.leaveConfirm'])).toHaveCount(0)
    await leaveSaved.opened
    // The event arrives before the response of a later request.
    await page.evaluate(() => fetch('/api/health'))
    await expect(page.getByText(ko['discussion.gone'])).toHaveCount(0)
    open()
  })
  await expect(page).toHaveURL(paths.friends)
  await expect(page.getByText(ko['hubs.left'])).toBeVisible()
  await expect(hubRow(page, friend.name)).toHaveCount(0)
  await page.goto('/discussion')
  await expect(page).toHaveURL(paths.friends)
})
