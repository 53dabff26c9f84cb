import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { authTokenOf, clickBehindDialog, endSessionSilently, reauthDialog } from './sessions.ts'
import { fetchedUrls } from './steps.ts'

/** Matches files of the build. */
const file = (name: string) => `**/static/js/${name}-*.js`
const reject = (page: Page, address: string) => page.route(address, route => route.abort())
const retryButton = (page: Page) => page.getByRole('button', { name: ko['common.retry'] })
const failureMessage = (page: Page) => page.getByRole('alert').filter({ hasText: ko['error.lazyPart'] })
const bottomBar = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })
const goOnline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

test('a member whose chunks fail to load keeps the session and the screen', async ({ site, openAs }) => {
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

  await test.step('a phone keeps its screen when the members’ chunk fails to load', async () => {
    await page.setViewportSize({ width: PHONE, height: 844 })
    await reject(page, file('members'))
    await page.goto(paths.topics)
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
})

test('unsaved text stays while the sign-in dialog fails to load', async ({ site, openAs }) => {
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

test('a page whose main script fails says so, and recovers', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, paths.agora, empty => reject(empty, file('libraries')))
  await expect(failureMessage(page)).toBeVisible()
  await expect(retryButton(page)).toBeVisible()
  await expect(page.locator('h1')).toHaveCount(1)
  await page.unroute(file('libraries'))
  await goOnline(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ko['shell.opinions'])
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

const screens = [
  [paths.home, 'visitor'],
  [paths.agora, 'visitor'],
  [paths.home, 'member'],
  [paths.topics, 'member'],
  [paths.friends, 'member'],
] as const

const builtFiles = ['js', 'css'].flatMap(kind =>
  readdirSync(join('dist/client/static', kind)).filter(name => name.endsWith(`.${kind}`)),
)

for (const width of [PHONE, DESKTOP])
  for (const [path, who] of screens)
    test(`${path} of a ${who} with a failing file, ${width} px @long`, async ({ site, openAs, openPage }) => {
      test.setTimeout(600_000)
      const user = who === 'member' ? await newUser(site.url, '모든 파일') : null
      const open = (prepare?: (page: Page) => Promise<unknown>) =>
        user ? openAs(user, width, path, prepare) : openPage(site.url, width, path, prepare)
      const whole = await open()
      await expect(whole.getByRole('heading', { level: 1 })).toBeVisible()
      await whole.waitForLoadState('networkidle')
      const wanted = await fetchedUrls(whole)
      await whole.close()
      const files = builtFiles.filter(name => wanted.some(address => address.endsWith(name)))
      expect(files.length).toBeGreaterThan(2)
      for (const name of files)
        await test.step(name, async () => {
          const page = await open(empty => reject(empty, `**/${name}`))
          await expect(page.getByRole('banner').or(failureMessage(page)).first()).toBeVisible()
          await page.unroute(`**/${name}`)
          await goOnline(page)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('banner')).toBeVisible()
          await expect(page).toHaveURL(new RegExp(`${path}$`))
          if (user && width === PHONE) await expect(bottomBar(page)).toBeVisible()
          await expect(failureMessage(page)).toHaveCount(0)
          await page.close()
        })
    })
