import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { PASSWORD, shareNewNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { enterPassword, newHub } from './steps.ts'

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`a room’s feed gets an address, which is shown once, replaced and ended (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const [member, friend, hubNo] = await newHub(site, '구독하는이', '글쓰는이')
    await shareNewNote(friend, hubNo, '주말 산책')
    const page = await openAs(member, width, paths.discussion(hubNo))
    await page
      .getByRole('main')
      .getByRole('button', { name: /더 보기$/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: ko['feeds.title'] }).click()
    const dialog = page.getByRole('dialog', { name: ko['feeds.title'] })
    await dialog.getByRole('button', { name: ko['feeds.add'], exact: true }).click()
    const address = await addressIn(dialog)
    await expectAccessible(page, '.dialog[open]')
    expect(await (await fetch(address)).text()).toContain('주말 산책')

    await test.step('a new address replaces it', async () => {
      await dialog.getByRole('button', { name: ko['feeds.again'] }).click()
      await expect(dialog.getByLabel(ko['feeds.address'])).not.toHaveValue(address)
      expect((await fetch(address)).status).toBe(404)
    })
    const second = await addressIn(dialog)
    await page.keyboard.press('Escape')

    await test.step('My information lists it without its address, and ends it', async () => {
      await page.goto(paths.myInfo)
      await enterPassword(page, PASSWORD)
      const row = page.getByRole('listitem').filter({ hasText: '글쓰는이' })
      await expect(row).toContainText(ko['feeds.made'])
      await expect(page.getByText(second)).toHaveCount(0)
      await row.getByRole('button', { name: /피드 끝내기$/ }).click()
      await expect(row).toHaveCount(0)
      expect((await fetch(second)).status).toBe(404)
    })
  })

async function addressIn(dialog: Locator): Promise<string> {
  await expect(dialog.getByText(ko['feeds.once'])).toBeVisible()
  return dialog.getByLabel(ko['feeds.address']).inputValue()
}
