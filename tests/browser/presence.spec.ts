import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { expect, type Site, test } from './fixtures.ts'
import {
  choose,
  hubOf,
  makeHubWith,
  makeTopic,
  newVisitor,
  shareIn,
  signIn,
  signUp,
  writeNote,
} from './steps.ts'

/** Who looks at a discussion now, and who has opened a note: an author at a desktop and a reader with a phone. */
async function openBoth(site: Site, openPage: (url: string, width: number) => Promise<Page>) {
  test.slow()
  const [author, reader] = [newVisitor('글쓴이'), newVisitor('읽는이')]
  const [desk, phone] = [await openPage(site.url, 1440), await openPage(site.url, 390)]
  await signUp(phone, reader)
  await signIn(phone, reader)
  await choose(phone, ko['shell.friends'])
  await signUp(desk, author)
  await signIn(desk, author)
  await makeHubWith(desk, reader)
  return { author, reader, desk, phone }
}

const looksFine = async (page: Page) => {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(overflow).toBe(false)
}

test('friends see who looks at the discussion, for as long as they do', async ({ site, openPage }) => {
  const { author, reader, desk, phone } = await openBoth(site, openPage)
  const here = (page: Page, count: number) => page.getByText(`이 방의 친구 (2) · 지금 ${count}명`)
  await hubOf(desk, reader).getByRole('link').first().click()
  await expect(here(desk, 1)).toBeVisible()
  await hubOf(phone, author).getByRole('link').first().click()

  for (const page of [desk, phone]) {
    await here(page, 2).click()
    const friend = page
      .getByRole('listitem')
      .filter({ hasText: page === desk ? reader.username : author.username })
    await expect(friend.getByText(ko['discussion.isHere'])).toBeVisible()
    await looksFine(page)
  }

  await phone.goBack()
  await expect(here(desk, 1)).toBeVisible()
  await expect(
    desk.getByRole('listitem').filter({ hasText: reader.username }).getByText(ko['discussion.isHere']),
  ).toBeHidden()
  await phone.goForward()
  await expect(here(desk, 2)).toBeVisible()
  await phone.close()
  await expect(here(desk, 1)).toBeVisible()
})

test('a note stays new until it is opened, on every tab, and its author sees that it was', async ({
  site,
  openPage,
}) => {
  const { author, reader, desk, phone } = await openBoth(site, openPage)
  await makeTopic(desk, '스터디')
  await writeNote(desk, '스터디', '읽을 노트', '함께 읽어요')
  await desk.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const row = desk.getByRole('listitem').filter({ hasText: reader.username })
  await shareIn(row)
  await expect(row.getByText(ko['shares.notReadYet'])).toBeVisible()

  await hubOf(phone, author).getByRole('link').first().click()
  const mark = (page: Page) =>
    page
      .getByRole('listitem')
      .filter({ hasText: '읽을 노트' })
      .getByText(ko['discussion.isNew'], { exact: true })
  await expect(mark(phone)).toBeVisible()
  await looksFine(phone)
  await phone.reload()
  await expect(mark(phone)).toBeVisible()

  const secondTab = await phone.context().newPage()
  await secondTab.goto(phone.url())
  await expect(mark(secondTab)).toBeVisible()
  await phone.getByRole('link', { name: '읽을 노트' }).click()
  await expect(phone.getByText('함께 읽어요')).toBeVisible()
  await expect(mark(secondTab)).toBeHidden()
  await expect(row.getByText('1명이 읽었어요')).toBeVisible()
  await phone.goBack()
  await expect(phone.getByRole('link', { name: '읽을 노트' })).toBeVisible()
  await expect(mark(phone)).toBeHidden()
})
