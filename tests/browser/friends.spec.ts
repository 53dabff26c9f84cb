import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { disjoin } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, type TestUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { chooseInRoom, hubRow, newUsers, searchFriends } from './steps.ts'

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const finder = (page: Page) => page.getByRole('dialog', { name: ko['hubs.search'] })
const result = (page: Page, { name }: TestUser) =>
  finder(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name) })

/** The button that selects a search result or deselects it. */
const selectButton = (page: Page, user: TestUser) =>
  result(page, user).getByRole('button', { name: ko['hubs.select'] })

async function middleOf(button: Locator): Promise<{ x: number; y: number }> {
  // Waits until the sheet no longer moves.
  await button.tap({ trial: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error('the button is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a search shows two users a page and creates no second equal hub', async ({ site, openAs }) => {
  const [me, ...friends] = await newUsers(site, 3)
  const [friend, other] = friends
  await makeHub(me, friend)
  const page = await openAs(me, 390, paths.friends)
  await expect(page.getByText(friend.name)).toBeVisible()
  const calls: string[] = []
  page.on('request', request => calls.push(new URL(request.url()).pathname))

  await searchFriends(page, ' 0-1-0-1 ')
  const reloaded = page.waitForResponse(/gethubs/)
  await searchFriends(page, ' - ')
  await reloaded
  expect(calls).not.toContain('/api/friends/search')

  await searchFriends(page, [me, friend, other].map(({ email }) => email).join(' , '))
  await expect(result(page, me)).toBeVisible()
  await expect(result(page, me).getByRole('button')).toHaveCount(0)
  await expect(result(page, other)).toBeHidden()
  await selectButton(page, friend).click()
  await page
    .getByRole('navigation', { name: ko['hubs.resultPages'] })
    .getByRole('button', { name: /2쪽/ })
    .click()
  await expect(result(page, other)).toBeVisible()

  await button(page, ko['hubs.createRoom']).click()
  await expect(page.getByText(ko['hubs.sameMembers'])).toBeVisible()
  await selectButton(page, other).click()
  await button(page, ko['hubs.createRoom']).click()
  await expect(page.getByText(ko['hubs.created'])).toBeVisible()
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()
  await expect(finder(page)).toBeHidden()

  await test.step('friends who are not found can be invited by link', async () => {
    await searchFriends(page, 'nobody@example.com')
    await expect(page.getByText(ko['hubs.noResults'])).toBeVisible()
    await expectAccessible(page)
    await finder(page).getByRole('button', { name: ko['hubs.sendInvitation'] }).click()
    const invitation = page.getByRole('dialog', { name: ko['invitations.title'] })
    await invitation.getByRole('button', { name: ko['invitations.make'] }).click()
    await expect(invitation.getByRole('textbox', { name: ko['invitations.address'] })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(hubRow(page, ko['hubs.onlyMe'])).toBeVisible()
  })
})

test('results on a phone stay in place, so that a quick second tap selects the next user', async ({
  site,
  openAs,
}) => {
  const [me, ...friends] = await newUsers(site, 3)
  const page = await openAs(me, PHONE, paths.friends)
  await searchFriends(page, friends.map(({ email }) => email).join(','))
  const places = []
  for (const friend of friends) places.push(await middleOf(selectButton(page, friend)))
  for (const { x, y } of places) await page.touchscreen.tap(x, y)
  await expect(page.getByText(ko['hubs.selectedCount'].replace('{count}', '2'))).toBeVisible()
})

test('friends are found on a phone, and added to the chosen hub @long', async ({ site, openAs }) => {
  const [me, newcomer, ...friends] = await newUsers(site, HUBS_PER_PAGE + 3)
  for (const friend of friends) await makeHub(me, friend)
  const newest = friends.at(-1)?.name ?? ''
  const page = await openAs(me, 1440, paths.friends)
  const row = hubRow(page, newest)
  await chooseInRoom(row, ko['hubs.addFriends'])
  await searchFriends(page, newcomer.email)
  await selectButton(page, newcomer).click()
  const add = button(page, ko['hubs.addSelected'])
  await add.click()
  await expect(page.getByText(ko['hubs.addAsk'])).toBeVisible()
  await button(finder(page), ko['common.cancel']).click()
  await expect(page.getByText(ko['hubs.addAsk'])).toBeHidden()
  await add.click()
  await button(finder(page), ko['hubs.add']).click()
  await expect(page.getByText(ko['hubs.added'])).toBeVisible()
  await expect(finder(page)).toBeHidden()
  await expect(row).toContainText(newcomer.name)

  await test.step('on a phone search results and a new room get the focus', async () => {
    const other = await newUser(site.url, '또친구')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(paths.friends)
    await searchFriends(page, other.email)
    await expect(page.getByRole('region', { name: ko['hubs.results'] })).toBeFocused()
    await expect(result(page, other)).toBeInViewport()
    await selectButton(page, other).click()
    await button(page, ko['hubs.createRoom']).click()
    await expect(hubRow(page, other.name).getByRole('link')).toBeFocused()
    await expect(hubRow(page, other.name)).toBeInViewport()
    await expect(page.getByRole('status').getByText(ko['hubs.created'])).toBeAttached()
  })
})

test('users selected for a room can form a new one instead @long', async ({ site, openAs }) => {
  const [me, formerMember, newcomer] = await newUsers(site, 3)
  await formerMember.call(disjoin, {
    targetHubNo: await makeHub(me, formerMember),
    declineInvitations: true,
  })
  const page = await openAs(me, 390, paths.friends)
  await chooseInRoom(hubRow(page, ko['hubs.onlyMe']), ko['hubs.addFriends'])
  await expect(page.getByText(ko['hubs.addFriendsModeAlone'])).toBeVisible()
  await searchFriends(page, newcomer.email)
  await expect(button(page, ko['hubs.createRoom'])).toBeHidden()
  await selectButton(page, newcomer).click()
  await expect(button(page, ko['hubs.addSelected'])).toBeVisible()
  await expectAccessible(page)

  await button(page, ko['hubs.createRoom']).click()
  await expect(page.getByText(ko['hubs.created'])).toBeVisible()
  await expect(hubRow(page, newcomer.name)).toBeVisible()
  await expect(hubRow(page, ko['hubs.onlyMe'])).toBeVisible()
  await expect(page.getByText(ko['hubs.addFriendsModeAlone'])).toBeHidden()

  await test.step('a member who left for good is not added again, with the reason', async () => {
    await chooseInRoom(hubRow(page, ko['hubs.onlyMe']), ko['hubs.addFriends'])
    await searchFriends(page, formerMember.email)
    await selectButton(page, formerMember).click()
    await button(page, ko['hubs.addSelected']).click()
    await button(page, ko['hubs.add']).click()
    await expect(page.getByText(ko['hubs.declined'].replace('{names}', formerMember.name))).toBeVisible()
  })
})

test('the focus moves to a nearby element when its own disappears @long', async ({ site, openAs }) => {
  const [me, friend, ...others] = await newUsers(site, 4)
  const [first, second] = others
  await makeHub(me, friend)
  const page = await openAs(me, 1440, paths.friends)
  const row = hubRow(page, friend.name)
  // After the button of the search result, which has the same name.
  const chip = ({ name }: TestUser) => button(page, ko['hubs.deselectName'].replace('{name}', name)).last()
  await searchFriends(page, others.map(({ email }) => email).join(','))
  for (const user of others) await selectButton(page, user).first().click()

  await chip(second).focus()
  await page.keyboard.press('Enter')
  await expect(chip(first)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => finder(page).evaluate(dialog => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(finder(page)).toBeHidden()
  await chooseInRoom(row, ko['hubs.addFriends'])
  await expect(finder(page).getByRole('textbox', { name: ko['hubs.search'] })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button')).toBeFocused()
  await chooseInRoom(row, ko['hubs.leave'])
  await button(page, ko['hubs.leaveConfirm']).press('Enter')
  await expect(page.getByText(ko['hubs.empty'])).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
