import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, PASSWORD, writeNote } from '#tests/support/person.ts'
import { DESKTOP } from './editor.ts'
import { expect, test } from './fixtures.ts'

test.use({ savesData: false })

/** The worker that opens screens from the device has all it needs. */
async function isReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForLoadState('networkidle')
}

test('a member’s screens open without a line, from the files of the release alone', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url, '설치한이')
  await writeNote(person)
  const page = await openAs(person, DESKTOP, paths.topics)
  await isReady(page)
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)))
    const requests = await Promise.all(caches_.map(cache => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/index.html')
  expect(
    kept.filter(path => !/^\/(static\/(js|css)\/|index\.html$|[^/]+\.(svg|png|webmanifest)$)/.test(path)),
  ).toEqual([])

  // Calls go past it, as the one that a test answers here.
  await page.route('**/api/user/gettopics', route => route.abort())
  await page.context().setOffline(true)
  await page.goto(paths.friends)
  await expect(page.getByRole('link', { name: ko['shell.signIn'] })).toBeVisible({ timeout: 30_000 })
  await page.context().setOffline(false)
  const answer = await page.goto('/no/such/screen')
  expect(answer?.status()).toBe(404)
})

test('what another app sends becomes a note that is begun, after the sign-in', async ({ site, openPage }) => {
  const person = await newPerson(site.url, '공유받은이')
  const sent = new URLSearchParams({
    title: '강가에서',
    text: '여기서 만나요',
    url: 'https://example.com/강',
  })
  const page = await openPage(site.url, 390, `${paths.newNote}?${sent}`)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(paths.signIn)
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(person.email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(ko['notes.title'], { exact: true })).toHaveValue('강가에서')
  await expect(page.getByLabel(ko['notes.body'], { exact: true })).toHaveValue(
    '여기서 만나요\n\nhttps://example.com/강',
  )
  expect(page.url()).not.toContain('example.com')
})
