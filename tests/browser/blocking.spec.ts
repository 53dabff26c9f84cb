import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { blockPerson, getBlocked } from '#protocol/blocking.ts'
import { getHubInfo } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { find, makeContacts, makeHub, newPerson, PASSWORD, type Person } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { connected, expect, type Site, test } from './fixtures.ts'
import { hubOf, passStep } from './steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const named = (key: 'blocking.blockName' | 'blocking.unblockName' | 'hubs.selectName', { name }: Person) =>
  ko[key].replace('{name}', name)
const question = (page: Page) => page.getByRole('group')

async function search(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('textbox', { name: ko['hubs.search'] }).fill(email)
  await button(page, ko['hubs.searchButton']).click()
}

async function threeOf(site: Site): Promise<[Person, Person, Person]> {
  return [
    await newPerson(site.url, '차단하는친구'),
    await newPerson(site.url, '차단된친구'),
    await newPerson(site.url, '함께아는친구'),
  ]
}

test('a member of a room is blocked after a question, and nobody else sees it', async ({ site, openAs }) => {
  const [me, blocked, friend] = await threeOf(site)
  const hubNo = await makeHub(friend, me, blocked)
  const page = await openAs(me, 390, paths.discussion(hubNo))
  const theirPage = await openAs(blocked, 390, paths.discussion(hubNo))
  await page.getByText(/^이 방의 친구/).click()
  await expect(button(page, named('blocking.blockName', me))).toBeHidden()
  await button(page, named('blocking.blockName', blocked)).click()
  await expect(page.getByText(ko['blocking.askDetail'])).toBeVisible()
  await expectAccessible(page)
  await button(page, ko['common.cancel']).click()
  await expect(button(page, named('blocking.blockName', blocked))).toBeFocused()
  await button(page, named('blocking.blockName', blocked)).press('Enter')
  await question(page).getByRole('button', { name: ko['blocking.block'], exact: true }).click()

  const member = page.getByRole('listitem').filter({ hasText: blocked.name })
  await expect(member.getByText(ko['blocking.blocked'], { exact: true })).toBeVisible()
  await expect(page.getByText(ko['blocking.inRoom'])).toBeVisible()
  await expectAccessible(page)
  await theirPage.reload()
  await theirPage.getByText(/^이 방의 친구/).click()
  await expect(button(theirPage, named('blocking.blockName', me))).toBeVisible()
  await expect(theirPage.getByText(ko['blocking.blocked'], { exact: true })).toBeHidden()
  await expect(theirPage.getByText(ko['blocking.inRoom'])).toBeHidden()
})

test('my-info lists who is blocked and undoes it, so that they find one again @long', async ({
  site,
  openAs,
}) => {
  const [me, blocked] = await threeOf(site)
  await find(me, blocked)
  await me.does(blockPerson, { userNo: blocked.userNo })
  const theirPage = await openAs(blocked, 390, paths.friends)
  await search(theirPage, me)
  await expect(theirPage.getByText(ko['hubs.noResults'])).toBeVisible()

  const page = await openAs(me, 390, paths.myInfo)
  await passStep(page, PASSWORD)
  await button(page, named('blocking.unblockName', blocked)).click()
  await expectAccessible(page)
  await question(page).getByRole('button', { name: ko['blocking.unblock'], exact: true }).click()
  await expect(page.getByText(ko['blocking.none'])).toBeVisible()
  await search(theirPage, me)
  await expect(button(theirPage, named('hubs.selectName', me))).toBeVisible()
})

test('somebody found is blocked where they were found, selected no more, and selectable after undoing it @long', async ({
  site,
  openAs,
}) => {
  const [me, found] = await threeOf(site)
  const page = await openAs(me, 1440, paths.friends)
  await search(page, found)
  await button(page, named('hubs.selectName', found)).click()
  await button(page, named('blocking.blockName', found)).click()
  await question(page).getByRole('button', { name: ko['blocking.block'], exact: true }).click()
  await expect(button(page, named('blocking.unblockName', found))).toBeVisible()
  await expect(button(page, ko['hubs.createRoom'])).toBeHidden()
  await expect(button(page, named('hubs.selectName', found))).toBeHidden()
  await expectAccessible(page)
  await button(page, named('blocking.unblockName', found)).click()
  await question(page).getByRole('button', { name: ko['blocking.unblock'], exact: true }).click()
  await button(page, named('hubs.selectName', found)).click()
  await button(page, ko['hubs.createRoom']).click()
  await expect(page.getByText(ko['hubs.created'])).toBeVisible()
})

test('whom a common friend puts into a room with somebody they blocked is told, and can leave from the list @long', async ({
  site,
  openAs,
}) => {
  const [me, blocked, friend] = await threeOf(site)
  await makeContacts(me, blocked, friend)
  await me.does(blockPerson, { userNo: blocked.userNo })
  const page = await openAs(me, 390, paths.topics)
  await connected(page)
  // What tells of invitations comes with what stands around every screen.
  await expect(page.getByRole('navigation', { name: ko['shell.bottomBar'] })).toBeVisible()
  const hubNo = await makeHub(friend, me, blocked)
  await expect(page.getByText(ko['blocking.invited'].replace('{name}', friend.name))).toBeVisible()
  const toRooms = page.getByRole('link', { name: ko['blocking.toRooms'] })
  // A toast stays while somebody is at it.
  await toRooms.focus()
  await expectAccessible(page)
  await toRooms.click()
  const room = hubOf(page, blocked.name)
  await expect(room.getByText(ko['blocking.inRoom'])).toBeVisible()
  await expectAccessible(page)
  await room.getByRole('button', { name: ko['hubs.leave'] }).click()
  await page.getByRole('checkbox', { name: ko['hubs.declineInvitations'] }).check()
  await button(page, ko['hubs.leaveConfirm']).click()
  await expect(room).toBeHidden()
  const { participants } = await friend.does(getHubInfo, { hubNo })
  expect(participants.map(({ userNo }) => userNo)).toEqual([friend.userNo, blocked.userNo])
})

test('what another tab blocks is marked here, and a list that cannot be fetched can be asked for again @long', async ({
  site,
  openAs,
}) => {
  const [me, blocked] = await threeOf(site)
  await makeHub(me, blocked)
  const page = await openAs(me, 1440, paths.friends)
  await expect(hubOf(page, blocked.name)).toBeVisible()
  await me.does(blockPerson, { userNo: blocked.userNo })
  await expect(hubOf(page, blocked.name).getByText(ko['blocking.inRoom'])).toBeVisible()

  await page.route(`**${getBlocked.path}`, route => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(paths.myInfo)
  await passStep(page, PASSWORD)
  const list = page.getByRole('region').or(page.locator('section')).filter({ hasText: ko['blocking.list'] })
  await expect(list.getByText(ko['list.loadFailed'])).toBeVisible()
  await expectAccessible(page)
  await page.unroute(`**${getBlocked.path}`)
  await list.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(list.getByText(blocked.name)).toBeVisible()
})

test('who was selected and cannot be found any more is told of with what to do @long', async ({
  site,
  openAs,
}) => {
  const [me, gone] = await threeOf(site)
  await find(me, gone)
  const page = await openAs(me, 390, paths.friends)
  await search(page, gone)
  await button(page, named('hubs.selectName', gone)).click()
  await gone.does(deleteAccount, { password: PASSWORD })
  await button(page, ko['hubs.createRoom']).click()
  await expect(page.getByText(ko['hubs.personGone'])).toBeVisible()
})
