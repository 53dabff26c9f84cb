import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, topicOf, writeNote } from '#tests/support/users.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { chooseTopicAction } from './steps.ts'

test('on a phone a toast leaves the button for a new note free, and the field of a sheet', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url)
  const noteNo = await writeNote(author, '회의록')
  const page = await openAs(author, PHONE, paths.notes(await topicOf(author, noteNo)))
  await page.getByRole('button', { name: '‘회의록’ 더 보기' }).click()
  await page.getByRole('menuitem', { name: ko['notes.duplicate'] }).click()
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  const topOf = (shown: Locator) => shown.evaluate(element => element.getBoundingClientRect().top)
  const bottom = () => toast.evaluate(element => element.getBoundingClientRect().bottom)
  // The toast rises when it appears, and with a rising sheet.
  const expectAbove = (shown: Locator) =>
    expect.poll(async () => (await bottom()) <= (await topOf(shown)), { timeout: 5_000 }).toBe(true)
  await expectAbove(page.locator('.new-note'))
  await chooseTopicAction(page, ko['common.rename'])
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('textbox')).toBeFocused()
  await expectAbove(sheet)
})

test('a toast of several lines keeps its buttons in the search of a phone', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url), PHONE, paths.home)
  await page.getByRole('textbox').first().fill('두 줄이 넘게 자리를 차지하는 아주 긴 제목의 노트를 하나 써요')
  await page.getByRole('button', { name: ko['notes.quickSave'] }).click()
  await expect(page.locator('.toast')).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${ko['search.open']}`) }).click()
  const toast = page.locator('.search-dialog .toast')
  await expect(toast.getByRole('button', { name: ko['common.close'] })).toBeInViewport({ timeout: 5_000 })
})
