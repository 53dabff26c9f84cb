import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getLatestNotes } from '#protocol/notes.ts'
import { createNotice, getNotices } from '#protocol/notices.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, PASSWORD, shareNewNote, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { delayRequests } from './delays.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { fetchedUrls, openTab, submitSignIn } from './steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('home shows first steps, then notes, rooms and notifications, live', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '한지은'), await newUser(site.url, '오세라')]
  const page = await openAs(me, 1440, paths.home)
  const section = (name: string) => page.getByRole('region', { name })
  const rooms = section(ko['home.rooms'])

  const steps = section(ko['home.steps'])
  const nextStep = (name: string) => steps.getByRole('link', { name, exact: true })

  await test.step('on the first day it shows how to start', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /한지은.*님의 글마루/ })).toBeVisible()
    await expect(nextStep(ko['home.stepWrite'])).toBeVisible()
    await expect(steps.getByRole('link')).toHaveCount(1)
    await expect(section(ko['home.continue'])).toHaveCount(0)
    await expect(rooms).toHaveCount(0)
    await expect(page.getByText(ko['home.useWrite'])).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a quick note appears at once and links to its editor', async () => {
    await page.getByLabel(ko['notes.quick']).fill('제주에 가기\n여름 방학에')
    await page.getByRole('button', { name: ko['notes.quickSave'] }).click()
    const sheet = section(ko['home.continue'])
      .getByRole('listitem')
      .filter({ hasText: ko['notes.quickTopic'] })
    await expect(sheet.getByRole('link', { name: '제주에 가기' })).toHaveAttribute(
      'href',
      /\/note\/update\?no=\d+/,
    )
    // As in every other list of notes.
    await expect(sheet.locator('time')).toHaveText(/^오늘 오[전후] \d+:\d\d$/)
    await expect(nextStep(ko['home.stepInvite'])).toBeVisible()
  })
  await test.step('a new room and its shares appear live', async () => {
    const hubNo = await makeHub(friend, me)
    await shareNewNote(friend, hubNo)
    await expect(nextStep(ko['home.stepShare'])).toHaveAttribute('href', paths.discussion(hubNo))
    await expect(
      rooms.getByRole('link', { name: new RegExp(`${friend.name}.*안 읽은 노트 1개`) }),
    ).toBeVisible()
    await expect(section(ko['inbox.title']).getByRole('link')).not.toHaveCount(0)
    await shareNewNote(me, hubNo)
    await expect(steps.getByText(ko['home.stepsDone'])).toBeVisible()
    await expect(steps.getByRole('link')).toHaveCount(0)
    await expectAccessible(page)
  })
  await test.step('first steps that are done do not come back', async () => {
    await page.reload()
    await expect(rooms.getByRole('link')).not.toHaveCount(0)
    await expect(steps).toHaveCount(0)
  })
})

test('a tab that stays open overnight does not show yesterday as today', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '한지은'), await newUser(site.url, '오세라')]
  await shareNewNote(friend, await makeHub(friend, me))
  await writeNote(me)
  const page = await openAs(me, PHONE, paths.home, opened => opened.clock.install())
  const day = page.locator('.member-home__header p')
  const timesOfToday = page.locator('main time').filter({ hasText: /오[전후] \d/ })
  const firstDay = await day.textContent()
  await expect(timesOfToday).toHaveCount(2)

  await page.clock.fastForward(DAY_MS)
  await expect(timesOfToday).toHaveCount(0)
  await expect(day).not.toHaveText(firstDay ?? '')

  await page.getByRole('link', { name: ko['home.allNotifications'] }).click()
  const yesterday = page.getByRole('heading', { name: ko['time.yesterday'] })
  await expect(yesterday).toBeVisible()
  await page.clock.fastForward(DAY_MS)
  await expect(yesterday).toHaveCount(0)
})

test('a closed card of first steps stays closed, and empty sections say what to do', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newUser(site.url), PHONE, paths.home)
  const steps = page.getByRole('region', { name: ko['home.steps'] })
  await steps.getByRole('button', { name: ko['home.stepsClose'] }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(recentNotes(page).getByText(ko['home.noNotes'])).toBeVisible()
  await expect(page.getByRole('link', { name: ko['home.firstFriends'] })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

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

test('notices wait for the lists above them, which would push them down', async ({
  site,
  openAs,
  newAdministrator,
}) => {
  const administrator = await newAdministrator()
  await administrator.call(createNotice, {
    display: 1,
    title: '새벽 점검',
    content: '토요일 새벽에 점검해요.',
  })
  const me = await newUser(site.url)
  await writeNote(me, '첫 노트', '글')
  const page = await openAs(me, PHONE, paths.inbox)
  const release = await delayRequests(page, `**${getLatestNotes.path}`)
  const noticesArrive = page.waitForResponse(`**${getNotices.path}`)
  await page.goto(paths.home)
  await noticesArrive
  const notices = page.locator('.home-notices')
  await expect(notices).toBeAttached()
  await expect(notices).toBeHidden()
  release()
  await expect(notices).toBeVisible()
})

test('the install hint appears once, at the second visit @long', async ({ site, openAs }) => {
  const user = await newUser(site.url)
  await writeNote(user, '첫 노트', '')
  const first = await openAs(user, PHONE, paths.home)
  await expect(recentNotes(first).getByText('첫 노트')).toBeVisible()
  await offerOn(first)
  await expect(hint(first)).toHaveCount(0)

  const second = await openTab(first, paths.home)
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

/** The prerendered visitor home: part of the built page, shown before any script and to visitors only. */

/** A layout-shift entry, which TypeScript's DOM types lack. */
interface Shift {
  value: number
  hadRecentInput: boolean
}

const title = '노트를 쓰면, 친구가 읽고, 이야기가 돼요.'
test('a member abroad sees the own date after signing in on a prerendered page', async ({
  site,
  browser,
}) => {
  const { email } = await newUser(site.url)
  const context = await browser.newContext({ baseURL: site.url, timezoneId: 'America/Los_Angeles' })
  const page = await context.newPage()
  await page.clock.setFixedTime('2026-05-06T03:00:00Z')
  await page.goto(paths.signIn)
  await submitSignIn(page, email, PASSWORD)
  // Before the clock that looks for a new day does.
  await expect(page.locator('.member-home__header p')).toHaveText('5월 5일 (화)', { timeout: 5_000 })
  await context.close()
})

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: title })
const withoutCode = (page: Page) => page.route('**/static/js/**', route => route.abort())

test('without JavaScript the page is readable and hides what needs scripts', async ({ site, browser }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: ko['home.lookAround'] })).toBeVisible()
  await expect(page.getByRole('link', { name: '박서준 +' })).toHaveAttribute(
    'href',
    '/lookaround/discussion?hub=2',
  )
  await expect(page.getByRole('link', { name: ko['home.begin'] })).toHaveAttribute('href', '/user/signup')
  await expect(page.getByText(ko['home.useWrite'])).toBeVisible()
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.getByRole('switch')).toBeHidden()
  await page.getByPlaceholder(ko['home.findFriends']).fill('친구')
  await page.getByRole('button', { name: ko['home.find'] }).click()
  await expect(page).toHaveURL(/\/user\/signin/)
  await expect(page.getByRole('heading', { level: 1, name: ko['accounts.signIn'] })).toBeVisible()
  await page.goto('/topics')
  await expect(page.locator('noscript p').first()).toContainText('함께 이야기하는 곳이에요')
  await page.locator('noscript a').click()
  await expect(heading(page)).toBeVisible()
  await context.close()
})

test('members and English readers never see it; it follows dark mode @long', async ({ site, newPage }) => {
  const member = await newUser(site.url, '주인')
  const page = await newPage(site.url, DESKTOP)
  await withoutCode(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/home')
  await expect(heading(page)).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(16, 20, 18)')
  // It would show light mode.
  await expect(page.getByRole('switch')).toBeHidden()

  for (const [key, value] of [
    ['language', 'en'],
    ['signed_in', 'true'],
  ] as const) {
    await page.evaluate(([name, stored]) => localStorage.setItem(name, stored), [key, value] as const)
    await page.reload()
    await expect(heading(page)).toBeHidden()
    await page.evaluate(name => localStorage.removeItem(name), key)
  }
  // The service worker responds to every address with the built page.
  await page.goto('/index.html')
  await expect(heading(page)).toBeHidden()
  await page.goto('/home')
  await expect(heading(page)).toBeVisible()
  await page.evaluate(token => sessionStorage.setItem('authToken', token), member.token)
  await page.reload()
  await expect(heading(page)).toBeHidden()

  // Once scripts load, the member's own home renders.
  await page.unroute('**/static/js/**')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /님의 글마루$/ })).toBeVisible()
  await expect(heading(page)).toHaveCount(0)
})

test('pages that are not prerendered show a spinner @long', async ({ site, newPage }) => {
  const page = await newPage(site.url, DESKTOP)
  const release = await delayRequests(page, '**/static/js/**')
  const ring = () =>
    page.evaluate(() => {
      const { content, opacity } = getComputedStyle(document.body, '::before')
      return content === 'none' ? 'none' : opacity
    })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(heading(page)).toBeVisible()
  expect(await ring()).toBe('none')
  await page.goto('/agora?page=2', { waitUntil: 'commit' })
  await expect.poll(ring).toBe('1')
  release()
  await expect(page.getByRole('heading', { name: ko['shell.opinions'] })).toBeVisible()
  expect(await ring()).toBe('none')
})

test('React hydrates the prerendered page without a layout shift', async ({ site, newPage }) => {
  const page = await newPage(site.url, DESKTOP)
  await page.addInitScript(() => {
    const recorded = { shift: 0 }
    Object.assign(window, { seen: recorded })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        if (!entry.hadRecentInput) recorded.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const releaseHome = await delayRequests(page, '**/static/js/VisitorHome-*')
  await page.goto('/home')
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('#root *')) element.dataset.stood = ''
  })
  // The shell is interactive already; links whose chunk is not loaded work as plain links.
  await page.getByRole('switch').click()
  await expect(page.locator('body')).toHaveClass(/dark_mode/)
  await expect(heading(page)).toBeVisible()
  releaseHome()
  await page.getByPlaceholder(ko['home.findFriends']).fill('친구')
  await expect.poll(() => page.title()).toBe('홈 · 글마루')
  const added = page.locator('main :not([data-stood])')
  expect(await added.evaluateAll(all => all.map(({ className }) => String(className)))).toEqual([])
  await expect(page.getByPlaceholder(ko['home.findFriends'])).toHaveValue('친구')
  const { shift } = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen)
  expect(shift).toBeLessThan(0.01)
  await page.getByRole('link', { name: ko['home.lookFirst'], exact: true }).click()
  await expect(page).toHaveURL(/lookaround/)
  await expect(page.getByRole('navigation', { name: ko['lookaround.rooms'] })).toBeInViewport()
})

test('the screenshots of the home load in their mode only, once they come near', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, DESKTOP, '/icon.svg')
  await page.evaluate(() => localStorage.setItem('color_mode', 'true'))
  await page.goto(paths.home)
  const screenshots = page.getByRole('figure').getByRole('img')
  await expect(screenshots).toHaveCount(2)
  for (const screenshot of await screenshots.all()) {
    await screenshot.scrollIntoViewIfNeeded()
    await expect
      .poll(() => screenshot.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  const names = (await fetchedUrls(page)).flatMap(url => /screenshots\/(.+)\.webp$/.exec(url)?.[1] ?? [])
  expect(names.sort()).toEqual(['note-desktop-dark', 'room-phone-dark'])
})
