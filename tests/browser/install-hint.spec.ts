import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

const recentNotes = (page: Page) => page.getByRole('region', { name: ko['home.continue'] })
const hint = (page: Page) => page.getByRole('complementary', { name: ko['home.install'] })

/** Dispatches the install prompt event of Chrome; the page records that its prompt was opened. */
async function offerOn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => document.body.setAttribute('data-prompted', 'yes')
    window.dispatchEvent(Object.assign(offer, { prompt }))
  })
}

test('on a phone the install hint appears at the second visit after a note, and once @long', async ({
  site,
  openAs,
}) => {
  const user = await newUser(site.url)
  await writeNote(user, '첫 노트', '')
  const first = await openAs(user, PHONE, paths.home)
  await expect(recentNotes(first).getByText('첫 노트')).toBeVisible()
  await offerOn(first)
  await expect(hint(first)).toHaveCount(0)

  const second = await first.context().newPage()
  await second.addInitScript(token => sessionStorage.setItem('authToken', token), user.token)
  await second.goto(site.url + paths.home)
  await expect(hint(second)).toHaveCount(0)
  await offerOn(second)
  await expect(hint(second)).toBeVisible()
  await expectAccessible(second)
  // The hint does not cover the end of the page.
  await second.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const end = await second.getByRole('contentinfo').boundingBox()
  const above = await hint(second).boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0)
  await hint(second).getByRole('button', { name: ko['home.installNow'] }).click()
  await expect(hint(second)).toHaveCount(0)
  await expect(second.locator('body')).toHaveAttribute('data-prompted', 'yes')

  await second.reload()
  await expect(recentNotes(second).getByText('첫 노트')).toBeVisible()
  await offerOn(second)
  await expect(hint(second)).toHaveCount(0)
})
