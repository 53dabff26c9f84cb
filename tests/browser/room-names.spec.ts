import { paths } from '#client/paths.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { createGate } from './delays.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import { hubRow, isBelowBottomBar } from './steps.ts'

test('a room is renamed in its heading: Enter saves, Esc cancels, and all members see it live', async ({
  site,
  openAs,
}) => {
  const [maker, friend] = [await newUser(site.url, '만든이'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(maker, friend)
  const page = await openAs(maker, 1440, paths.discussion(hubNo))
  const friends = await openAs(friend, 390, paths.friends)
  const other = await openAs(friend, 1024, paths.discussion(hubNo))
  await expect(hubRow(friends, maker.name)).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(maker.name)
  await waitForConnection(other)
  const rename = page.getByRole('button', { name: ko['common.rename'] })
  const field = page.getByRole('textbox', { name: ko['hubs.name'] })

  await rename.click()
  await field.fill('버릴 이름')
  await field.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(friend.name)
  await expect(rename).toBeFocused()

  await rename.click()
  await expectAccessible(page)
  await field.fill('목요 책방 📚')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('목요 책방 📚')
  await expect(other.getByText(`${maker.name}님이 방 이름을 바꿨어요: 목요 책방 📚`)).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('목요 책방 📚')
  await expect(hubRow(friends, '목요 책방 📚')).toContainText('2')

  await rename.click()
  await field.fill('')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(friend.name)
  await expect(hubRow(friends, maker.name)).toBeVisible()
})

test('the creator of a room may name it; if the room exists, the screen links to it @long', async ({
  site,
  openAs,
}) => {
  const [me, friend] = [await newUser(site.url, '나'), await newUser(site.url, '친구')]
  const page = await openAs(me, 390, paths.friends)
  const make = page.getByRole('button', { name: ko['hubs.createRoom'] })
  async function choose() {
    await page.getByRole('textbox', { name: ko['hubs.search'] }).fill(friend.email)
    await page.getByRole('button', { name: ko['hubs.searchButton'], exact: true }).click()
    await page.getByRole('button', { name: ko['hubs.selectName'].replace('{name}', friend.name) }).click()
  }
  await choose()
  await page.getByRole('textbox', { name: ko['hubs.newName'] }).fill('둘이서')
  await expectAccessible(page)
  await make.click()
  await expect(hubRow(page, '둘이서')).toBeVisible()
  await expect(page.getByRole('status').getByText(ko['hubs.created'])).toBeAttached()
  await choose()
  await make.click()
  await expect(page.getByText(ko['hubs.sameMembers'])).toBeVisible()
  await page.getByRole('link', { name: ko['hubs.toThatRoom'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: '둘이서' })).toBeVisible()
})

test('a row shows the last activity and its user, live', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '나'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(me, friend)
  await me.call(nameHub, { hubNo, name: '이름 있는 방' })
  const page = await openAs(me, 1440, paths.friends)
  const link = hubRow(page, '이름 있는 방').getByRole('link')
  await expect(link).toHaveAccessibleDescription('')
  const noteNo = await shareNewNote(friend, hubNo, '새로운 소식')
  await expect(link).toHaveAccessibleDescription(`${friend.name}: 새 노트 ‘새로운 소식’`)
  await expect(link).toHaveAccessibleName(/이름 있는 방.*안 읽은 노트 1개/)
  await comment(me, { hubNo, noteNo }, '잘 읽었어요')
  await expect(link).toHaveAccessibleDescription(`${ko['common.me']}: 잘 읽었어요`)
  await expectAccessible(page)
})

test('a user leaves a room from its member list, after a confirmation @long', async ({ site, openAs }) => {
  const [formerMember, friend] = [await newUser(site.url, '떠나는이'), await newUser(site.url, '남는이')]
  const hubNo = await makeHub(formerMember, friend)
  const page = await openAs(formerMember, 390, paths.discussion(hubNo))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  // In this window the confirmation would open below the top of the bar without scrolling.
  await page.setViewportSize({ width: 390, height: 670 })
  await page.getByText(ko['discussion.members'].replace('{count}', '2')).click()
  await button(ko['hubs.leaveRoom']).click()
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
