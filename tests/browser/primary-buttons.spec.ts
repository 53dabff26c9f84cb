import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { shareNewNote, writeNote } from '#tests/support/users.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

/** The filled buttons of the screen. */
const filledButtons = (page: Page) => page.locator('.button--primary').filter({ visible: true })

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`each screen fills one button at most, ${width} px${form}`, async ({ site, openAs, openPage }) => {
    const [me, friend, hubNo] = await newHub(site)
    await shareNewNote(friend, hubNo, '채운 단추')
    const noteNo = await writeNote(me, '빈 단추', '한 화면에 하나만 채워요.')
    const member = await openAs(me, width, paths.home)
    for (const path of [
      paths.home,
      paths.topics,
      paths.note(noteNo),
      paths.friends,
      paths.discussion(hubNo),
      paths.agora,
      paths.inbox,
      paths.trash,
      paths.myInfo,
    ])
      await expectOneFilled(member, path, width)
    const visitor = await openPage(site.url, width)
    for (const path of [paths.home, paths.signUp, paths.signIn, paths.agora, paths.lookaroundDiscussion])
      await expectOneFilled(visitor, path, width)
  })

async function expectOneFilled(page: Page, path: string, width: number): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(
    page.locator('main :is(.screen-pending, .skeleton-rows)').filter({ visible: true }),
  ).toHaveCount(0)
  const labels = await filledButtons(page).allTextContents()
  expect.soft(labels.length, `${path}, ${width} px: ${labels.join(', ')}`).toBeLessThanOrEqual(1)
}
