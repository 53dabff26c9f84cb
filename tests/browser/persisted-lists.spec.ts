import type { Route } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, DESKTOP, PHONE, titleField } from './editor.ts'
import { expect, firstInShort, test } from './fixtures.ts'

/** Lists that were loaded and cannot be refetched. */

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`loaded lists stay on the screen offline, and say so (${width})${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '산길')
    const { subjects } = await author.call(createTopic, { title: '산행 일지' })
    const topicNo = subjects[0]?.subjectNo ?? 0
    await author.call(postNote, { topicNo, title: '관악산', text: '' })
    const page = await openAs(author, width, paths.notes(topicNo), ({ clock }) => clock.install())
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: '관악산' })).toBeVisible()
    await main.getByRole('link', { name: ko['notes.write'] }).click()
    await expect(titleField(page)).toBeVisible()
    await page.context().setOffline(true)
    await titleField(page).fill('북한산')
    await bodyField(page).fill('백운대')
    // Longer than the in-memory cache keeps a response.
    await page.clock.fastForward('10:00')
    await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()

    await expect(main.getByRole('heading', { level: 1, name: '산행 일지' })).toBeVisible()
    await expect(main.getByRole('link', { name: '관악산' })).toBeVisible()
    await expect(main.getByText(ko['list.kept']).first()).toBeVisible()
    await expect(main.getByText(ko['list.loadFailed'])).toHaveCount(0)
    await expectAccessible(page)

    await page.context().setOffline(false)
    await expect(main.getByText(ko['notes.unsentMark'])).toHaveCount(0)
    await expect(main.getByRole('link', { name: '북한산' })).toBeVisible()
    await expect(main.getByText(ko['list.kept'])).toHaveCount(0)
  })

test('a list requested just before the user left the screen is available offline @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '걸음')
  const { subjects } = await author.call(createTopic, { title: '걷기' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  await author.call(postNote, { topicNo, title: '둘레길', text: '' })
  const page = await openAs(author, PHONE, paths.home)
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const hold = async (route: Route) => {
    await released
    await route.continue()
  }
  await page.route('**/api/note/getnotes', hold, { times: 1 })
  await page.goto(paths.notes(topicNo))
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(page.getByRole('textbox', { name: ko['notes.title'] })).toBeVisible()
  const answered = page.waitForResponse('**/api/note/getnotes')
  release()
  await (await answered).finished()
  await page.context().setOffline(true)
  await page.goBack()
  await expect(page.getByRole('link', { name: '둘레길' })).toBeVisible()
})
