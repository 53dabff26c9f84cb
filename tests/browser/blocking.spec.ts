import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { blockPerson, getBlocked } from '#protocol/blocking.ts'
import { getHubInfo } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { lookUp, makeContacts, makeHub, newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import {
  chooseInRoom,
  enterPassword,
  hubRow,
  newUsers,
  openMemberMenu,
  openMembers,
  searchFriends,
} from './steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const labelWithName = (
  key: 'blocking.blockName' | 'blocking.unblockName' | 'hubs.selectName',
  { name }: TestUser,
) => ko[key].replace('{name}', name)
const confirmation = (page: Page) => page.getByRole('group')

async function search(page: Page, { email }: TestUser): Promise<void> {
  await searchFriends(page, email)
}

test('a member blocks another one of a room, and nobody else sees it', async ({ site, openAs }) => {
  const [me, blocked, friend] = await newUsers(site, 3)
  const hubNo = await makeHub(friend, me, blocked)
  const page = await openAs(me, 390, paths.discussion(hubNo))
  const theirPage = await openAs(blocked, 390, paths.discussion(hubNo))
  const members = await openMembers(page)
  await expect(members.getByRole('listitem').filter({ hasText: me.name }).getByRole('button')).toHaveCount(0)
  const opener = await openMemberMenu(members, blocked.name)
  await page.getByRole('menuitem', { name: ko['blocking.block'] }).click()
  await expect(page.getByText(ko['blocking.askDetail'])).toBeVisible()
  await expectAccessible(page)
  await button(page, ko['common.cancel']).click()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await page.getByRole('menuitem', { name: ko['blocking.block'] }).press('Enter')
  await confirmation(page).getByRole('button', { name: ko['blocking.block'], exact: true }).click()

  const member = page.getByRole('listitem').filter({ hasText: blocked.name })
  await expect(member.getByText(ko['blocking.blocked'], { exact: true })).toBeVisible()
  await expect(page.getByText(ko['blocking.inRoom'])).toBeVisible()
  await theirPage.reload()
  await openMemberMenu(await openMembers(theirPage), me.name)
  await expect(theirPage.getByRole('menuitem', { name: ko['blocking.block'], exact: true })).toBeVisible()
  await expect(theirPage.getByText(ko['blocking.blocked'], { exact: true })).toBeHidden()
  await expect(theirPage.getByText(ko['blocking.inRoom'])).toBeHidden()
})

test('my-info lists blocked users and unblocks them @long', async ({ site, openAs }) => {
  const [me, blocked] = await newUsers(site, 2)
  await lookUp(me, blocked)
  await me.call(blockPerson, { userNo: blocked.userNo })
  const theirPage = await openAs(blocked, 390, paths.friends)
  await search(theirPage, me)
  await expect(theirPage.getByText(ko['hubs.noResults'])).toBeVisible()

  const page = await openAs(me, 390, paths.myInfo)
  await enterPassword(page, PASSWORD)
  await button(page, labelWithName('blocking.unblockName', blocked)).click()
  await expectAccessible(page)
  await confirmation(page).getByRole('button', { name: ko['blocking.unblock'], exact: true }).click()
  await expect(page.getByText(ko['blocking.none'])).toBeVisible()
  await search(theirPage, me)
  await expect(button(theirPage, labelWithName('hubs.selectName', me))).toBeVisible()

  await test.step('a block in another tab is marked here, and a list that failed to load can be retried', async () => {
    await makeHub(me, blocked)
    await page.goto(paths.friends)
    await expect(hubRow(page, blocked.name)).toBeVisible()
    await me.call(blockPerson, { userNo: blocked.userNo })
    await expect(hubRow(page, blocked.name).getByText(ko['blocking.inRoom'])).toBeVisible()

    await page.route(`**${getBlocked.path}`, route => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(paths.myInfo)
    await enterPassword(page, PASSWORD)
    const list = page.getByRole('region').or(page.locator('section')).filter({ hasText: ko['blocking.list'] })
    await expect(list.getByText(ko['list.loadFailed'])).toBeVisible()
    await page.unroute(`**${getBlocked.path}`)
    await list.getByRole('button', { name: ko['common.retry'] }).click()
    await expect(list.getByText(blocked.name)).toBeVisible()
  })
})

test('a search result can be blocked in place, or be gone @long', async ({ site, openAs }) => {
  const [me, found] = await newUsers(site, 2)
  const page = await openAs(me, 1440, paths.friends)
  await search(page, found)
  await button(page, labelWithName('hubs.selectName', found)).click()
  await button(page, labelWithName('blocking.blockName', found)).click()
  await confirmation(page).getByRole('button', { name: ko['blocking.block'], exact: true }).click()
  await expect(button(page, labelWithName('blocking.unblockName', found))).toBeVisible()
  await expect(button(page, ko['hubs.createRoom'])).toBeHidden()
  await expect(button(page, labelWithName('hubs.selectName', found))).toBeHidden()
  await expectAccessible(page)
  await button(page, labelWithName('blocking.unblockName', found)).click()
  await confirmation(page).getByRole('button', { name: ko['blocking.unblock'], exact: true }).click()
  await button(page, labelWithName('hubs.selectName', found)).click()
  await button(page, ko['hubs.createRoom']).click()
  await expect(page.getByText(ko['hubs.created'])).toBeVisible()

  await test.step('a selected user who can no longer be found is reported with what to do', async () => {
    const deletedUser = await newUser(site.url, '지운친구')
    await lookUp(me, deletedUser)
    await search(page, deletedUser)
    await button(page, labelWithName('hubs.selectName', deletedUser)).click()
    await deletedUser.call(deleteAccount, { password: PASSWORD })
    await button(page, ko['hubs.createRoom']).click()
    await expect(page.getByText(ko['hubs.personGone'])).toBeVisible()
  })
})

test('a room with a blocked user is announced, and can be left @long', async ({ site, openAs }) => {
  const [me, blocked, friend] = await newUsers(site, 3)
  await makeContacts(me, blocked, friend)
  await me.call(blockPerson, { userNo: blocked.userNo })
  const page = await openAs(me, 390, paths.topics)
  await waitForConnection(page)
  // The invitation toast belongs to the shell, which loads later.
  await expect(page.getByRole('navigation', { name: ko['shell.bottomBar'] })).toBeVisible()
  const hubNo = await makeHub(friend, me, blocked)
  await expect(page.getByText(ko['blocking.invited'].replace('{name}', friend.name))).toBeVisible()
  const toRooms = page.getByRole('link', { name: ko['blocking.toRooms'] })
  // A toast with hover or focus stays.
  await toRooms.focus()
  await expectAccessible(page)
  await toRooms.click()
  const room = hubRow(page, blocked.name)
  await expect(room.getByText(ko['blocking.inRoom'])).toBeVisible()
  await chooseInRoom(room, ko['hubs.leave'])
  await page.getByRole('checkbox', { name: ko['hubs.declineInvitations'] }).check()
  await button(page, ko['hubs.leaveConfirm']).click()
  await expect(room).toBeHidden()
  const { participants } = await friend.call(getHubInfo, { hubNo })
  expect(participants.map(({ userNo }) => userNo)).toEqual([friend.userNo, blocked.userNo])
})
