import { paths } from '#client/paths.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, shareNewNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { connected, expect, test } from './fixtures.ts'
import { gate } from './holding.ts'
import { hubOf, reachesBelowBar } from './steps.ts'

test('a room is named where its name stands: Enter saves, Esc does not, and everybody in it sees it at once', async ({
  site,
  openAs,
}) => {
  const [maker, friend] = [await newPerson(site.url, '만든이'), await newPerson(site.url, '친구')]
  const hubNo = await makeHub(maker, friend)
  const page = await openAs(maker, 1440, paths.discussion(hubNo))
  const friends = await openAs(friend, 390, paths.friends)
  const other = await openAs(friend, 1024, paths.discussion(hubNo))
  await expect(hubOf(friends, maker.name)).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(maker.name)
  await connected(other)
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
  await expect(hubOf(friends, '목요 책방 📚')).toContainText('2')

  await rename.click()
  await field.fill('')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(friend.name)
  await expect(hubOf(friends, maker.name)).toBeVisible()
})

test('who makes a room may name it, and whose room there is already is led there @long', async ({
  site,
  openAs,
}) => {
  const [me, friend] = [await newPerson(site.url, '나'), await newPerson(site.url, '친구')]
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
  await expect(hubOf(page, '둘이서')).toBeVisible()
  await expect(page.getByRole('status').getByText(ko['hubs.created'])).toBeAttached()
  await choose()
  await make.click()
  await expect(page.getByText(ko['hubs.sameMembers'])).toBeVisible()
  await page.getByRole('link', { name: ko['hubs.toThatRoom'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: '둘이서' })).toBeVisible()
})

test('a row tells what happened last, with whose it is, as soon as it happens', async ({ site, openAs }) => {
  const [me, friend] = [await newPerson(site.url, '나'), await newPerson(site.url, '친구')]
  const hubNo = await makeHub(me, friend)
  await me.does(nameHub, { hubNo, name: '이름 있는 방' })
  const page = await openAs(me, 1440, paths.friends)
  const link = hubOf(page, '이름 있는 방').getByRole('link')
  await expect(link).toHaveAccessibleDescription('')
  const noteNo = await shareNewNote(friend, hubNo, '새로운 소식')
  await expect(link).toHaveAccessibleDescription(`${friend.name}: 새 노트 ‘새로운 소식’`)
  await expect(link).toHaveAccessibleName(/이름 있는 방.*안 읽은 노트 1개/)
  await comment(me, { hubNo, noteNo }, '잘 읽었어요')
  await expect(link).toHaveAccessibleDescription(`${ko['common.me']}: 잘 읽었어요`)
  await expectAccessible(page)
})

test('a room is left from within, where its members stand, after asking @long', async ({ site, openAs }) => {
  const [leaver, friend] = [await newPerson(site.url, '떠나는이'), await newPerson(site.url, '남는이')]
  const hubNo = await makeHub(leaver, friend)
  const page = await openAs(leaver, 390, paths.discussion(hubNo))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  // The question ends below the bar's beginning unless the page is scrolled.
  await page.setViewportSize({ width: 390, height: 670 })
  await page.getByText(ko['discussion.members'].replace('{count}', '2')).click()
  await button(ko['hubs.leaveRoom']).click()
  await expect(page.getByText(ko['hubs.leaveAsk'])).toBeVisible()
  await expectAccessible(page)
  await test.step('what asks stands above the bar of a phone', async () => {
    await expect.poll(() => reachesBelowBar(page, ko['hubs.leaveConfirm'])).toBe(false)
  })
  await test.step('what happens before the answer comes is no news to whoever leaves', async () => {
    const { opened, open } = gate()
    const left = gate()
    await page.route(`**${disjoin.path}`, async route => {
      const response = await route.fetch()
      left.open()
      await opened
      await route.fulfill({ response })
    })
    await button(ko['hubs.leaveConfirm']).click()
    await expect(button(ko['hubs.leaveConfirm'])).toHaveCount(0)
    await left.opened
    // What is told of it comes before a later answer.
    await page.evaluate(() => fetch('/api/health'))
    await expect(page.getByText(ko['discussion.gone'])).toHaveCount(0)
    open()
  })
  await expect(page).toHaveURL(paths.friends)
  await expect(page.getByText(ko['hubs.left'])).toBeVisible()
  await expect(hubOf(page, friend.name)).toHaveCount(0)
  await page.goto('/discussion')
  await expect(page).toHaveURL(paths.friends)
})
