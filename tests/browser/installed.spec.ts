import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { signOut } from '#protocol/accounts.ts'
import { endOtherSessions } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import {
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  suggest,
  writeNote,
} from '#tests/support/person.ts'
import {
  bodyOf,
  DESKTOP,
  keptDrafts,
  newNotePath,
  PHONE,
  save,
  savedMessage,
  savedText,
  titleOf,
} from './editor.ts'
import { expect, test } from './fixtures.ts'
import { againDialog } from './sessions.ts'

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
  // Nobody could be asked whether they are signed in: it is said, and asked again, and they are not sent away.
  await expect(page.getByText(ko['connection.unreached'])).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(paths.friends)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: ko['hubs.title'] })).toBeVisible()
  await expect(page.getByText(ko['connection.unreached'])).toHaveCount(0)
  const answer = await page.goto('/no/such/screen')
  expect(answer?.status()).toBe(404)
})

test('a draft opens after a reload without a line, and is saved once its writer has signed in again', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url, '터널의이')
  const page = await openAs(person, DESKTOP, await newNotePath(person))
  await isReady(page)
  await titleOf(page).fill('터널에서')
  await bodyOf(page).fill('적은 글')
  await expect.poll(() => keptDrafts(page)).toEqual(['적은 글'])
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('region', { name: ko['notes.draftFound'] })).toBeVisible()
  await expect(bodyOf(page)).toHaveValue('적은 글')
  await bodyOf(page).fill('적은 글, 이어서')
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()

  await person.does(signOut, { authToken: person.token })
  await page.context().setOffline(false)
  await againDialog(page).getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(savedMessage(page)).toBeVisible()
  expect(await savedText(page)).toBe('적은 글, 이어서')
})

test('where nothing answers, a change opens all the same, and a screen that cannot says so @long', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url, '기다린이')
  const page = await openAs(person, DESKTOP, paths.updateNote(await writeNote(person, '느린 노트')))
  await bodyOf(page).fill('고친 글')
  await expect.poll(() => keptDrafts(page)).toEqual(['고친 글'])
  // Requests are taken and never answered.
  await page.route('**/api/**', () => undefined)
  await page.reload()
  await expect(bodyOf(page)).toHaveValue('고친 글')
  await expect(page.getByText(ko['connection.unreached'])).toBeVisible()

  await page.evaluate(() => sessionStorage.removeItem('signed_in_as'))
  await page.goto(paths.friends)
  await expect(page.getByText(ko['error.notOpened'])).toBeVisible()
  await page.route('**/api/user/checksignin', route => route.fulfill({ status: 503 }))
  await page.reload()
  await expect(page.getByText(ko['error.notOpened'])).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['hubs.title'] })).toBeVisible()
})

for (const fault of ['throws', 'never answers'])
  test(`screens come over the line where the cache of the device ${fault} @long`, async ({
    site,
    openAs,
  }) => {
    const page = await openAs(await newPerson(site.url, '설치한이'), DESKTOP, paths.topics)
    await isReady(page)
    await page
      .context()
      .serviceWorkers()[0]
      ?.evaluate(fault => {
        const answer = () => {
          if (fault === 'throws') throw new DOMException('broken by a test', 'SecurityError')
          return new Promise<never>(() => undefined)
        }
        Cache.prototype.match = answer
        CacheStorage.prototype.match = answer
        CacheStorage.prototype.open = answer
      }, fault)
    await page.goto(paths.friends)
    await expect(page.getByRole('heading', { level: 1, name: ko['hubs.title'] })).toBeVisible()
  })

test('what another app sends becomes a note that is begun, after the sign-in @long', async ({
  site,
  openPage,
}) => {
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

test('links begin one note at a time, none of which is saved before its writer has taken it up @long', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url, '링크를 누른이')
  await writeNote(person)
  const begin = (text: string) =>
    page.goto(`${paths.newNote}?${new URLSearchParams({ title: '온 글', text })}`)
  const page = await openAs(person, DESKTOP, paths.topics)
  await page.evaluate(() => localStorage.setItem('autosave', 'true'))
  await page.clock.install()
  page.on('dialog', dialog => dialog.accept())
  const saved: string[] = []
  page.on('request', request => request.url().endsWith('/api/note/post') && saved.push(request.url()))

  await begin('첫 글')
  await begin('다음 글')
  await expect(page.getByText(ko['notes.draftOfLink'])).toBeVisible()
  expect(await keptDrafts(page)).toEqual(['다음 글'])
  await page.clock.fastForward('03:00')
  await page.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(page.getByText(ko['notes.draftOfLink'])).toHaveCount(0)
  expect(saved).toEqual([])

  await page.getByLabel(ko['notes.autosave']).uncheck()
  await begin('또 다른 글')
  await expect(bodyOf(page)).toHaveValue('또 다른 글')
  expect((await keptDrafts(page)).toSorted()).toEqual(['다음 글', '또 다른 글'])
})

test('a device that stays forgets what it keeps when its session ends', async ({ site, newPage }) => {
  const person = await newPerson(site.url, '남는이')
  const noteNo = await writeNote(person, '기기에 남는 글')
  const page = await newPage(site.url, DESKTOP)
  await signInRemembered(page, person)
  await page.goto(paths.note(noteNo))
  await expect.poll(() => keptOn(page)).toContain(`["notes","one",${noteNo}]`)
  await person.does(endOtherSessions, {})
  await expect.poll(() => keptOn(page)).toEqual([])
})

test('a device that stays opens notes without a line, and forgets them when its session ends @long', async ({
  site,
  newPage,
}) => {
  const person = await newPerson(site.url, '지하철의이')
  const noteNo = await writeNote(person, '지하에서 읽을 글', '터널에서도 보이는 글')
  const friend = await newPerson(site.url, '나눈이')
  const unreadNo = await shareNewNote(friend, await makeHub(friend, person))
  const { opinion } = await suggest(friend)
  const page = await newPage(site.url, DESKTOP)
  async function staysAndReads() {
    await signInRemembered(page, person)
    await page.goto(paths.note(noteNo))
    await expect(page.getByText('터널에서도 보이는 글')).toBeVisible()
    await expect.poll(() => keptOn(page)).toContain(`["notes","one",${noteNo}]`)
  }
  await staysAndReads()
  await isReady(page)

  // The line goes while a tab is open that has not read it itself.
  await page.goto(paths.topics)
  await expect(page.getByRole('heading', { level: 2, name: '주제' })).toBeVisible()
  await expect.poll(() => keptOn(page)).toContainEqual(expect.stringContaining('["topics"'))
  await page.goto(paths.inbox)
  const notifications = page.getByRole('main').getByRole('listitem').filter({ hasText: '나눈이' })
  await expect(notifications).toBeVisible()
  await expect.poll(() => keptOn(page)).toContain('["inbox","all"]')
  await page.goto(paths.agora)
  await expect(page.getByText(opinion)).toBeVisible()
  await expect.poll(() => keptOn(page)).toContain('["agora",1]')
  await page.goto(paths.home)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\)/)
  await expect.poll(() => keptOn(page)).toContain('["unread"]')
  await page.context().setOffline(true)
  await page.locator(`.header__menu a[href="${paths.topics}"]`).click()
  await expect(page.getByRole('heading', { level: 2, name: '주제' })).toBeVisible()
  await page.context().setOffline(false)

  // The browser is closed and opened again, in the tunnel: no token, no tab, no line.
  await page.evaluate(() => sessionStorage.clear())
  await page.context().setOffline(true)
  await page.goto(paths.note(noteNo))
  await expect(page.getByText('터널에서도 보이는 글')).toBeVisible()
  await expect(page.getByText(ko['connection.kept'])).toBeVisible()
  await expect(page, 'what is unread').toHaveTitle(/^\(1\)/)
  for (const path of [paths.note(unreadNo), paths.updateNote(unreadNo)]) {
    await page.goto(path)
    await expect(page.getByText(ko['notes.notOnDevice'])).toBeVisible()
  }
  await page.goto(paths.inbox)
  await expect(notifications).toBeVisible()
  await page.goto(paths.agora)
  await expect(page.getByText(opinion)).toBeVisible()
  await page.setViewportSize({ width: PHONE, height: 844 })
  await page.goto(paths.home)
  const saying = await page.locator('.connection__line--held').boundingBox()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((saying?.y ?? 0) + (saying?.height ?? 0), 'it covers no heading').toBeLessThan(heading?.y ?? 0)
  await page.setViewportSize({ width: DESKTOP, height: 900 })
  await page.goto(paths.note(noteNo))

  await page.context().setOffline(false)
  await expect(page.getByText(ko['connection.kept'])).toHaveCount(0)
  await expect(page.getByText('터널에서도 보이는 글')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).not.toBeNull()

  // Ended from elsewhere meanwhile, it is all forgotten with the first answer.
  await page.evaluate(() => sessionStorage.clear())
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(ko['connection.kept'])).toBeVisible()
  await person.does(endOtherSessions, {})
  await page.context().setOffline(false)
  // Asked again a quarter of a minute later, where the browser has told of its line before the line was there.
  await expect(page).toHaveURL(/\/home$/, { timeout: 30_000 })
  await expect.poll(() => keptOn(page)).toEqual([])

  await staysAndReads()
  await page.getByRole('button', { name: ko['shell.signOut'] }).and(page.locator(':visible')).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect.poll(() => keptOn(page)).toEqual([])
  await page.context().setOffline(true)
  await page.goto(paths.note(noteNo))
  await expect(page).toHaveURL(/\/home$/)
})

async function signInRemembered(page: Page, { email }: Person): Promise<void> {
  await page.goto(paths.signIn)
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: ko['accounts.rememberMe'] }).check()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
}

/** The questions whose answers lie on the device. */
function keptOn(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('geulmaru-kept')
        // Where nothing is kept yet, what the product is to make is not made here.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () =>
          opening.error?.name === 'AbortError'
            ? resolve([])
            : reject(opening.error ?? new Error('not opened'))
        opening.onsuccess = () => {
          const asked = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          asked.onsuccess = () => resolve(asked.result.map(key => String(key).replace(/^\d+\//, '')))
        }
      }),
  )
}
