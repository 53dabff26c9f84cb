import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, type Person, writeNote } from '#tests/support/person.ts'
import { expect, type OpenAs, test } from './fixtures.ts'
import { againDialog, endSessionUnnoticed, pressUnderDialog, tokenOf } from './sessions.ts'

const PHONE = 390
const DESKTOP = 1440

/** Of files of the build. */
const file = (name: string) => `**/static/js/${name}-*.js`
const reject = (page: Page, address: string) => page.route(address, route => route.abort())
const retryIn = (page: Page) => page.getByRole('button', { name: ko['common.retry'] })
const unloaded = (page: Page) => page.getByRole('alert').filter({ hasText: ko['error.lazyPart'] })
const bottomBar = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })
const goOnline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

test('a phone without the members’ part keeps its screen, says so, and has the bar once the connection is back', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newPerson(site.url, '끊긴 사람'), PHONE, paths.topics, empty =>
    reject(empty, file('members')),
  )
  await expect(unloaded(page)).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: ko['topics.title'] })).toBeVisible()
  await unloaded(page).getByRole('button', { name: ko['common.close'] }).click()
  await expect(unloaded(page)).toHaveCount(0)
  await page.unroute(file('members'))
  await goOnline(page)
  await expect(bottomBar(page)).toBeVisible()
  await expect(unloaded(page)).toHaveCount(0)
})

test('a member whose session cannot be checked stays one, at the same address, until it can be tried again', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newPerson(site.url, '남는 사람'), DESKTOP, paths.topics, empty =>
    reject(empty, file('screens')),
  )
  await expect(page.getByRole('main').getByText(ko['error.lazyPart'])).toBeVisible()
  await expect(page).toHaveURL(/\/topics$/)
  expect(await tokenOf(page)).not.toBeNull()
  await page.unroute(file('screens'))
  await page.getByRole('main').getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['topics.title'] })).toBeVisible()
  await expect(page.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
})

test('what is being written stays while the dialog of an ended session fails to load, and is saved after a retry', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url, '쓰던 사람')
  const noteNo = await writeNote(person, '회의', '처음')
  const page = await openAs(person, DESKTOP, paths.updateNote(noteNo), empty =>
    reject(empty, file('SignInAgain')),
  )
  const body = page.getByLabel(ko['notes.body'], { exact: true })
  await expect(body).toHaveValue('처음')
  await endSessionUnnoticed(page)
  await body.fill('한 시간 동안 쓴 글')
  await pressUnderDialog(page.getByRole('button', { name: ko['notes.save'], exact: true }))
  const failed = page.getByRole('dialog', { name: ko['error.lazyPart'] })
  await expect(failed).toBeVisible()
  await expect(body).toHaveValue('한 시간 동안 쓴 글')
  await page.unroute(file('SignInAgain'))
  await failed.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(againDialog(page)).toBeVisible()
  await expect(body).toHaveValue('한 시간 동안 쓴 글')
})

test('a page whose own script does not come says so, and comes with the connection', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, DESKTOP, paths.agora, empty => reject(empty, file('libraries')))
  await expect(unloaded(page)).toBeVisible()
  await expect(retryIn(page)).toBeVisible()
  await expect(page.locator('h1')).toHaveCount(1)
  await page.unroute(file('libraries'))
  await goOnline(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ko['agora.title'])
})

test('a page of a captive portal in place of a file is no file @long', async ({ site, openAs }) => {
  const page = await openAs(await newPerson(site.url, '카페 사람'), DESKTOP, paths.topics, async empty => {
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
  await retryIn(page).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['hubs.title'] })).toBeVisible()
})

/** Main screens with what shows that they are complete. */
const screens: { path: string; isMembers: boolean }[] = [
  { path: paths.home, isMembers: false },
  { path: paths.agora, isMembers: false },
  { path: paths.home, isMembers: true },
  { path: paths.topics, isMembers: true },
  { path: paths.friends, isMembers: true },
]

const builtFiles = ['js', 'css'].flatMap(kind =>
  readdirSync(join('dist/client/static', kind)).filter(name => name.endsWith(`.${kind}`)),
)

for (const width of [PHONE, DESKTOP]) {
  for (const { path, isMembers } of screens) {
    test(`whichever file does not come, ${path} of a ${isMembers ? 'member' : 'visitor'} is never blank at ${width} px @long`, async ({
      site,
      openAs,
      openPage,
    }) => {
      test.setTimeout(600_000)
      const person = await newPerson(site.url, '모든 파일')
      const whole = await openScreen(openAs, openPage, isMembers ? person : null, site.url, width, path)
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
            isMembers ? person : null,
            site.url,
            width,
            path,
            empty => reject(empty, `**/${name}`),
          )
          await expect(page.getByRole('banner').or(unloaded(page)).first()).toBeVisible()
          await page.unroute(`**/${name}`)
          await goOnline(page)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('banner')).toBeVisible()
          await expect(page).toHaveURL(new RegExp(`${path}$`))
          if (isMembers && width === PHONE) await expect(bottomBar(page)).toBeVisible()
          await expect(unloaded(page)).toHaveCount(0)
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
  person: Person | null,
  url: string,
  width: number,
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  return person ? openAs(person, width, path, prepare) : openPage(url, width, path, prepare)
}
