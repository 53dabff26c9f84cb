import type { Route } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newPerson } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, DESKTOP, PHONE, titleOf } from './editor.ts'
import { expect, firstInShort, test } from './fixtures.ts'

/** Lists that were shown and cannot be fetched again. */

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`lists that were read stay on the screen without a line, and say so (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newPerson(site.url, '산길')
    const { subjects } = await author.does(createTopic, { title: '산행 일지' })
    const topicNo = subjects[0]?.subjectNo ?? 0
    await author.does(postNote, { topicNo, title: '관악산', text: '' })
    const page = await openAs(author, width, paths.notes(topicNo), ({ clock }) => clock.install())
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: '관악산' })).toBeVisible()
    await main.getByRole('link', { name: ko['notes.write'] }).click()
    await expect(titleOf(page)).toBeVisible()
    await page.context().setOffline(true)
    await titleOf(page).fill('북한산')
    await bodyOf(page).fill('백운대')
    // Longer than an answer is kept by a cache that thinks of memory alone.
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

test('a list that was asked for just before the screen was left is there without a line @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '걸음')
  const { subjects } = await author.does(createTopic, { title: '걷기' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  await author.does(postNote, { topicNo, title: '둘레길', text: '' })
  const page = await openAs(author, PHONE, paths.home)
  let goOn = () => {}
  const isLeft = new Promise<void>(resolve => {
    goOn = resolve
  })
  const hold = async (route: Route) => {
    await isLeft
    await route.continue()
  }
  await page.route('**/api/note/getnotes', hold, { times: 1 })
  await page.goto(paths.notes(topicNo))
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(page.getByRole('textbox', { name: ko['notes.title'] })).toBeVisible()
  const answered = page.waitForResponse('**/api/note/getnotes')
  goOn()
  await (await answered).finished()
  await page.context().setOffline(true)
  await page.goBack()
  await expect(page.getByRole('link', { name: '둘레길' })).toBeVisible()
})
