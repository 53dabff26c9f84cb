import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, type TestUser, writeNote } from '#tests/support/users.ts'
import { expect, type OpenAs, test } from './fixtures.ts'
import { authTokenOf, clickBehindDialog, endSessionSilently, reauthDialog } from './sessions.ts'

const PHONE = 390
const DESKTOP = 1440

/** Matches files of the build. */
const file = (name: string) => `**/static/js/${name}-*.js`
const reject = (page: Page, address: string) => page.route(address, route => route.abort())
const retryButton = (page: Page) => page.getByRole('button', { name: ko['common.retry'] })
const failureMessage = (page: Page) => page.getByRole('alert').filter({ hasText: ko['error.lazyPart'] })
const bottomBar = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })
const goOnline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

test('a phone keeps its screen and reports it when the members’ chunk fails to load, and gets the bar after the reconnect', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newUser(site.url, '끊긴 사람'), PHONE, paths.topics, empty =>
    reject(empty, file('members')),
  )
  await expect(failureMessage(page)).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: ko['topics.title'] })).toBeVisible()
  await failureMessage(page).getByRole('button', { name: ko['common.close'] }).click()
  await expect(failureMessage(page)).toHaveCount(0)
  await page.unroute(file('members'))
  await goOnline(page)
  await expect(bottomBar(page)).toBeVisible()
  await expect(failureMessage(page)).toHaveCount(0)
})

test('a member whose session cannot be checked stays signed in at the same address and can retry', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newUser(site.url, '남는 사람'), DESKTOP, paths.topics, empty =>
    reject(empty, file('screens')),
  )
  await expect(page.getByRole('main').getByText(ko['error.lazyPart'])).toBeVisible()
  await expect(page).toHaveURL(/\/topics$/)
  expect(await authTokenOf(page)).not.toBeNull()
  await page.unroute(file('screens'))
  await page.getByRole('main').getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['topics.title'] })).toBeVisible()
  await expect(page.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
})

test('unsaved text stays while the sign-in dialog fails to load, and is saved after a retry', async ({
  site,
  openAs,
}) => {
  const user = await newUser(site.url, '쓰던 사람')
  const noteNo = await writeNote(user, '회의', '처음')
  const page = await openAs(user, DESKTOP, paths.updateNote(noteNo), empty =>
    reject(empty, file('SignInAgain')),
  )
  const body = page.getByLabel(ko['notes.body'], { exact: true })
  await expect(body).toHaveValue('처음')
  await endSessionSilently(page)
  await body.fill('한 시간 동안 쓴 글')
  await clickBehindDialog(page.getByRole('button', { name: ko['notes.save'], exact: true }))
  const failed = page.getByRole('dialog', { name: ko['error.lazyPart'] })
  await expect(failed).toBeVisible()
  await expect(body).toHaveValue('한 시간 동안 쓴 글')
  await page.unroute(file('SignInAgain'))
  await failed.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(reauthDialog(page)).toBeVisible()
  await expect(body).toHaveValue('한 시간 동안 쓴 글')
})

test('a page whose main script fails to load says so, and loads once the connection is back', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, DESKTOP, paths.agora, empty => reject(empty, file('libraries')))
  await expect(failureMessage(page)).toBeVisible()
  await expect(retryButton(page)).toBeVisible()
  await expect(page.locator('h1')).toHaveCount(1)
  await page.unroute(file('libraries'))
  await goOnline(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ko['agora.title'])
})

test("a captive portal's HTML does not count as a file of the build @long", async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url, '카페 사람'), DESKTOP, paths.topics, async empty => {
    await empty.route(file('rooms'), route =>
      route.fulfill({
        contentType: 'text/html',
        body: '<html>Wi-Fi</html>',
        headers: { 'Cache-Control': 'max-age=600' },
      }),
    )
  })
  await page.getByRole('navigation', { name: ko['shell.mainMenu'] }).getByText(ko['shell.friends']).click()
  await expect(page.getByRole('main').getByText(ko['error.lazyPart'])).toBeVisible()
  await page.unroute(file('rooms'))
  await retryButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['hubs.title'] })).toBeVisible()
})

/** Main screens, each with an element that shows that it is complete. */
const screens: { path: string; isMember: boolean }[] = [
  { path: paths.home, isMember: false },
  { path: paths.agora, isMember: false },
  { path: paths.home, isMember: true },
  { path: paths.topics, isMember: true },
  { path: paths.friends, isMember: true },
]

const builtFiles = ['js', 'css'].flatMap(kind =>
  readdirSync(join('dist/client/static', kind)).filter(name => name.endsWith(`.${kind}`)),
)

for (const width of [PHONE, DESKTOP]) {
  for (const { path, isMember } of screens) {
    test(`with any file failing, ${path} of a ${isMember ? 'member' : 'visitor'} is never blank at ${width} px @long`, async ({
      site,
      openAs,
      openPage,
    }) => {
      test.setTimeout(600_000)
      const user = await newUser(site.url, '모든 파일')
      const whole = await openScreen(openAs, openPage, isMember ? user : null, site.url, width, path)
      await expect(whole.getByRole('heading', { level: 1 })).toBeVisible()
      await whole.waitForLoadState('networkidle')
      const wanted = await whole.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      )
      await whole.close()
      const files = builtFiles.filter(name => wanted.some(address => address.endsWith(name)))
      expect(files.length).toBeGreaterThan(2)
      for (const name of files) {
        await test.step(name, async () => {
          const page = await openScreen(
            openAs,
            openPage,
            isMember ? user : null,
            site.url,
            width,
            path,
            empty => reject(empty, `**/${name}`),
          )
          await expect(page.getByRole('banner').or(failureMessage(page)).first()).toBeVisible()
          await page.unroute(`**/${name}`)
          await goOnline(page)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('banner')).toBeVisible()
          await expect(page).toHaveURL(new RegExp(`${path}$`))
          if (isMember && width === PHONE) await expect(bottomBar(page)).toBeVisible()
          await expect(failureMessage(page)).toHaveCount(0)
          await page.close()
        })
      }
    })
  }
}

function openScreen(
  openAs: OpenAs,
  openPage: (
    url: string,
    width: number,
    path: string,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Page>,
  user: TestUser | null,
  url: string,
  width: number,
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  return user ? openAs(user, width, path, prepare) : openPage(url, width, path, prepare)
}
