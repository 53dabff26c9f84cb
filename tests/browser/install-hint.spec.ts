import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

const notesOf = (page: Page) => page.getByRole('region', { name: ko['home.continue'] })
const hint = (page: Page) => page.getByRole('complementary', { name: ko['home.install'] })

/** As Chrome does on a phone once a page can be installed; tells on the page that it was asked. */
async function offerOn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => document.body.setAttribute('data-prompted', 'yes')
    window.dispatchEvent(Object.assign(offer, { prompt }))
  })
}

test('on a phone the home screen is offered at the second visit after a note, and once @long', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url)
  await writeNote(person, '첫 노트', '')
  const first = await openAs(person, PHONE, paths.home)
  await expect(notesOf(first).getByText('첫 노트')).toBeVisible()
  await offerOn(first)
  await expect(hint(first)).toHaveCount(0)

  const second = await first.context().newPage()
  await second.addInitScript(token => sessionStorage.setItem('authToken', token), person.token)
  await second.goto(site.url + paths.home)
  await expect(hint(second)).toHaveCount(0)
  await offerOn(second)
  await expect(hint(second)).toBeVisible()
  await expectAccessible(second)
  // It covers nothing of the page's end.
  await second.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const end = await second.getByRole('contentinfo').boundingBox()
  const above = await hint(second).boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0)
  await hint(second).getByRole('button', { name: ko['home.installNow'] }).click()
  await expect(hint(second)).toHaveCount(0)
  await expect(second.locator('body')).toHaveAttribute('data-prompted', 'yes')

  await second.reload()
  await expect(notesOf(second).getByText('첫 노트')).toBeVisible()
  await offerOn(second)
  await expect(hint(second)).toHaveCount(0)
})
