import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { signOut } from '#protocol/accounts.ts'
import { getUnsavedDocuments } from '#protocol/documents.ts'
import { endOtherSessions } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, PASSWORD, shareNewNote, topicOf, writeNote } from '#tests/support/users.ts'
import {
  bodyField,
  fetchNoteText,
  newNotePath,
  save,
  savedMessage,
  storedTexts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { persistedKeys, reauthDialog } from './sessions.ts'
import { signInRemembered, submitSignIn } from './steps.ts'

test.use({ savesData: false })

/** Waits until the service worker has cached its files. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForLoadState('networkidle')
}

test('a member’s screens open offline from cached build files', async ({ site, openAs }) => {
  const user = await newUser(site.url, '설치한이')
  await writeNote(user)
  const page = await openAs(user, DESKTOP, paths.topics)
  await waitForWorker(page)
  const cachedPaths = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)))
    const requests = await Promise.all(caches_.map(cache => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cachedPaths).toContain('/index.html')
  expect(
    cachedPaths.filter(
      path => !/^\/(static\/(js|css)\/|index\.html$|[^/]+\.(svg|png|webmanifest)$)/.test(path),
    ),
  ).toEqual([])

  // The worker does not handle API calls: the test intercepts this one.
  await page.route('**/api/user/gettopics', route => route.abort())
  await page.context().setOffline(true)
  await page.goto(paths.friends)
  // The session could not be checked: the screen says so, retries, and keeps the address.
  await expect(page.getByText(ko['connection.unreached'])).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(paths.friends)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: ko['hubs.title'] })).toBeVisible()
  await expect(page.getByText(ko['connection.unreached'])).toHaveCount(0)
  const answer = await page.goto('/no/such/screen')
  expect(answer?.status()).toBe(404)
})

test('a draft opens after an offline reload, and is saved later', async ({ site, openAs }) => {
  const user = await newUser(site.url, '터널의이')
  const page = await openAs(user, DESKTOP, await newNotePath(user))
  await waitForWorker(page)
  await titleField(page).fill('터널에서')
  await bodyField(page).fill('적은 글')
  await expect.poll(() => storedTexts(page)).toEqual(['적은 글'])
  await page.context().setOffline(true)
  await page.reload()
  await expect(bodyField(page)).toHaveValue('적은 글')
  await bodyField(page).fill('적은 글, 이어서')
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()

  await user.call(signOut, { authToken: user.token })
  await page.context().setOffline(false)
  await reauthDialog(page).getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(savedMessage(page)).toBeVisible()
  expect(await fetchNoteText(page)).toBe('적은 글, 이어서')
})

test('without any response a draft still opens @long', async ({ site, openAs }) => {
  const user = await newUser(site.url, '기다린이')
  const page = await openAs(user, DESKTOP, paths.updateNote(await writeNote(user, '느린 노트')))
  await bodyField(page).fill('고친 글')
  await expect.poll(() => storedTexts(page)).toEqual(['고친 글'])
  // The server accepts requests and never responds.
  await page.route('**/api/**', () => undefined)
  await page.reload()
  await expect(bodyField(page)).toHaveValue('고친 글')
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
  test(`screens load when the cache of the device ${fault} @long`, async ({ site, openAs }) => {
    const page = await openAs(await newUser(site.url, '설치한이'), DESKTOP, paths.topics)
    await waitForWorker(page)
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

test('shared content of another app becomes a new note @long', async ({ site, openPage }) => {
  const user = await newUser(site.url, '공유받은이')
  const sent = new URLSearchParams({
    title: '강가에서',
    text: '여기서 만나요',
    url: 'https://example.com/강',
  })
  const page = await openPage(site.url, 390, `${paths.newNote}?${sent}`)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(paths.signIn)
  await submitSignIn(page, user.email, PASSWORD)
  await expect(page.getByLabel(ko['notes.title'], { exact: true })).toHaveValue('강가에서')
  await expect(page.getByLabel(ko['notes.body'], { exact: true })).toHaveValue(
    '여기서 만나요\n\nhttps://example.com/강',
  )
  expect(page.url()).not.toContain('example.com')
})

test('links create one unsaved text at a time, which only this device has until it is changed @long', async ({
  site,
  openAs,
}) => {
  const user = await newUser(site.url, '링크를 누른이')
  await writeNote(user)
  const openLink = (text: string) =>
    page.goto(`${paths.newNote}?${new URLSearchParams({ title: '온 글', text })}`)
  const page = await openAs(user, DESKTOP, paths.topics)
  await page.clock.install()
  page.on('dialog', dialog => dialog.accept())
  const saved: string[] = []
  page.on('request', request => request.url().endsWith('/api/note/post') && saved.push(request.url()))

  await openLink('첫 글')
  await openLink('다음 글')
  await expect(page.getByText(ko['notes.saveStatusForeign'])).toBeVisible()
  expect(await storedTexts(page)).toEqual(['다음 글'])
  await page.clock.fastForward('03:00')
  expect(saved).toEqual([])
  expect((await user.call(getUnsavedDocuments, {})).documents).toEqual([])
  await page.getByLabel(ko['notes.autosave']).uncheck()
  await titleField(page).fill('고친 제목')
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await expect
    .poll(async () => (await user.call(getUnsavedDocuments, {})).documents)
    .toMatchObject([{ title: '고친 제목', excerpt: '다음 글' }])

  await openLink('또 다른 글')
  await expect(bodyField(page)).toHaveValue('또 다른 글')
  expect((await storedTexts(page)).toSorted()).toEqual(['다음 글', '또 다른 글'])
})

test('a remembered device clears its persisted data when its session ends', async ({ site, newPage }) => {
  const user = await newUser(site.url, '남는이')
  const noteNo = await writeNote(user, '기기에 남는 글')
  const page = await newPage(site.url, DESKTOP)
  await signInRemembered(page, user)
  await page.goto(paths.note(noteNo))
  await expect.poll(() => persistedKeys(page)).toContain(`["notes","one",${noteNo}]`)
  await user.call(endOtherSessions, {})
  await expect.poll(() => persistedKeys(page)).toEqual([])
})

/** Whether nothing covers the middle of an element. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

test('a remembered device opens notes offline until its session ends @long', async ({ site, newPage }) => {
  const user = await newUser(site.url, '지하철의이')
  const noteNo = await writeNote(user, '지하에서 읽을 글', '터널에서도 보이는 글')
  const topicNo = await topicOf(user, noteNo)
  const friend = await newUser(site.url, '나눈이')
  const hubNo = await makeHub(friend, user)
  const unreadNo = await shareNewNote(friend, hubNo)
  const page = await newPage(site.url, DESKTOP)
  async function signInAndRead(next: string = paths.home) {
    await signInRemembered(page, user, next)
    await page.goto(paths.note(noteNo))
    await expect(page.getByText('터널에서도 보이는 글')).toBeVisible()
    await expect.poll(() => persistedKeys(page)).toContain(`["notes","one",${noteNo}]`)
  }
  await signInAndRead()
  await waitForWorker(page)

  // The connection drops while a tab is open that has not fetched the topics itself.
  await page.goto(paths.topics)
  await expect(page.locator('.topic-row__title', { hasText: '주제' })).toBeVisible()
  await expect.poll(() => persistedKeys(page)).toContainEqual(expect.stringContaining('["topics"'))
  await page.goto(paths.inbox)
  const notifications = page.getByRole('main').getByRole('listitem').filter({ hasText: '나눈이' })
  await expect(notifications).toBeVisible()
  await expect.poll(() => persistedKeys(page)).toContain('["inbox","all"]')
  await page.goto(paths.home)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\)/)
  await expect.poll(() => persistedKeys(page)).toContain('["unread"]')
  await page.context().setOffline(true)
  await page.locator(`.header__menu a[href="${paths.topics}"]`).click()
  await expect(page.locator('.topic-row__title', { hasText: '주제' })).toBeVisible()
  await page.context().setOffline(false)

  // The browser restarts offline: no token, no tab, no connection.
  await page.evaluate(() => sessionStorage.clear())
  await page.context().setOffline(true)
  await page.goto(paths.note(noteNo))
  await expect(page.getByText('터널에서도 보이는 글')).toBeVisible()
  await expect(page.getByText(ko['connection.kept'])).toBeVisible()
  await expect(page, 'the unread count').toHaveTitle(/^\(1\)/)
  for (const path of [paths.note(unreadNo), paths.updateNote(unreadNo)]) {
    await page.goto(path)
    await expect(page.getByText(ko['notes.notOnDevice'])).toBeVisible()
  }
  await page.goto(paths.inbox)
  await expect(notifications).toBeVisible()
  await page.setViewportSize({ width: PHONE, height: 844 })
  await page.goto(paths.home)
  const banner = await page.locator('.connection__line--stale').boundingBox()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((banner?.y ?? 0) + (banner?.height ?? 0), 'it covers no heading').toBeLessThan(heading?.y ?? 0)
  for (const path of [paths.note(noteNo), paths.notes(topicNo), paths.discussion(hubNo)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const banner = page.locator('.connection__line--stale')
    await expect(banner).toBeVisible()
    expect(await banner.evaluate(isOnTop), `the bar of ${path} does not cover it`).toBe(true)
  }
  await page.setViewportSize({ width: DESKTOP, height: 900 })
  await page.goto(paths.note(noteNo))

  await page.context().setOffline(false)
  await expect(page.getByText(ko['connection.kept'])).toHaveCount(0)
  await expect(page.getByText('터널에서도 보이는 글')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).not.toBeNull()

  // The session ended on another device: the first response clears everything.
  await page.evaluate(() => sessionStorage.clear())
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(ko['connection.kept'])).toBeVisible()
  await user.call(endOtherSessions, {})
  await page.context().setOffline(false)
  // The client retries after 15 s if the browser reports the connection too early.
  await expect(page).toHaveURL(/\/home$/, { timeout: 30_000 })
  await expect.poll(() => persistedKeys(page)).toEqual([])
  await expect(page.getByText(ko['connection.sessionEnded'])).toBeVisible()

  // The next sign-in of the same user returns to the address at which the session ended.
  await signInAndRead(paths.note(noteNo))
  await expect(page.getByText(ko['connection.sessionEnded'])).toHaveCount(0)
  await page.getByRole('button', { name: ko['shell.signOut'] }).and(page.locator(':visible')).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect.poll(() => persistedKeys(page)).toEqual([])
  await page.context().setOffline(true)
  await page.goto(paths.note(noteNo))
  await expect(page).toHaveURL(/\/home$/)
})
