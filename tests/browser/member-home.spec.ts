import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('home shows a member the first steps, then their notes, rooms and notifications, live', async ({
  site,
  openAs,
}) => {
  const [me, friend] = [await newUser(site.url, '한지은'), await newUser(site.url, '오세라')]
  const page = await openAs(me, 1440, paths.home)
  const section = (name: string) => page.getByRole('region', { name })
  const rooms = section(ko['home.rooms'])

  await test.step('on the first day it shows how to start', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /한지은.*님의 글마루/ })).toBeVisible()
    await expect(section(ko['home.continue']).getByText(ko['home.noNotes'])).toBeVisible()
    await expect(section(ko['home.continue']).getByRole('link', { name: ko['home.firstNote'] })).toBeVisible()
    await expect(rooms.getByRole('link', { name: ko['home.firstFriends'] })).toBeVisible()
    await expect(section(ko['inbox.title']).getByText(ko['inbox.empty'])).toBeVisible()
    await expect(page.getByText(ko['home.useWrite'])).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a quick note appears at once and links to its editor', async () => {
    await page.getByLabel(ko['notes.quick']).fill('제주에 가기\n여름 방학에')
    await page.getByRole('button', { name: ko['notes.quickSave'] }).click()
    const sheet = section(ko['home.continue'])
      .getByRole('listitem')
      .filter({ hasText: ko['notes.quickTopic'] })
    await expect(sheet.getByRole('link', { name: '제주에 가기' })).toHaveAttribute(
      'href',
      /\/note\/update\?no=\d+/,
    )
    // As in every other list of notes.
    await expect(sheet.locator('time')).toHaveText(/^오늘 오[전후] \d+:\d\d$/)
  })

  await test.step('a new room and its shares appear live', async () => {
    const hubNo = await makeHub(friend, me)
    await shareNewNote(friend, hubNo)
    await expect(
      rooms.getByRole('link', { name: new RegExp(`${friend.name}.*안 읽은 노트 1개`) }),
    ).toBeVisible()
    await expect(section(ko['inbox.title']).getByRole('link')).not.toHaveCount(0)
    await expectAccessible(page)
  })
})
