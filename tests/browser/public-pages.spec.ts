import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { delayRequests } from './delays.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'

/** The server renders public pages; the client hydrates them (decision 0050). */

const paths = [
  '/agora',
  '/terms',
  '/privacy',
  '/lookaround/discussion',
  '/lookaround/discussion?hub=3',
  '/lookaround/note?no=3&hub=2',
  '/lookaround/myinfo',
  '/user/signup',
  '/user/signin',
  '/user/reqpwreset',
]

/** A layout-shift entry, which TypeScript's DOM types lack. */
interface Shift {
  value: number
  hadRecentInput: boolean
}

const MOST_SHIFT = 0.02

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = { shift: 0 }
    Object.assign(window, { seen: recorded })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        if (!entry.hadRecentInput) recorded.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

test('public pages are readable and linked without JavaScript', async ({ site, browser }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('main'), path).toContainText(/.{60}/s)
  }
  await page.goto('/lookaround/discussion?hub=2')
  await page.getByRole('link', { name: '민주주의와 총기 규제' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('민주주의와 총기 규제')
  await page.getByRole('link', { name: ko['shell.terms'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['shell.terms'] })).toBeVisible()
  await context.close()
})

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`public pages are hydrated in place, ${width} px${form}`, async ({ site, newPage }) => {
    const page = await newPage(site.url, width)
    await recordShifts(page)
    for (const path of paths) {
      await page.goto(path)
      const heading = await page.getByRole('heading', { level: 1 }).elementHandle()
      await expect(page, path).toHaveTitle(/ · 글마루$/)
      await page.waitForLoadState('networkidle')
      // React has kept the element.
      expect(await heading?.evaluate(element => element.isConnected), path).toBe(true)
      expect(await shiftOf(page), path).toBeLessThanOrEqual(MOST_SHIFT)
    }
  })

test.describe('with the web font', () => {
  test.use({ savesData: false })

  for (const [width, form] of firstInShort(PHONE, DESKTOP))
    test(`the font moves little, ${width} px${form}`, async ({ site, newPage }) => {
      const page = await newPage(site.url, width)
      await recordShifts(page)
      for (const path of [
        '/lookaround/note?no=3&hub=2',
        '/lookaround/note?no=8&hub=3',
        '/user/reqpwreset',
        '/terms',
      ]) {
        await page.goto(path)
        await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--font-web') !== '')
        await page.waitForLoadState('networkidle')
        expect(await shiftOf(page), path).toBeLessThanOrEqual(MOST_SHIFT)
      }
    })
})

test('the styles in a public page are all that its elements need', async ({ site, newPage }) => {
  const page = await newPage(site.url, DESKTOP)
  // The scene of the home moves its newest comment into place.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const changes = {
    onlyStyles: (html: string) => html.replace(/<link rel="stylesheet".*?>/g, ''),
    onlySheets: (html: string) =>
      html.replace(/<style>@layer.*?<[/]style>/s, '').replaceAll(' media="not all"', ''),
  }
  for (const path of ['/home', ...paths]) {
    const seen: string[][] = []
    for (const change of Object.values(changes)) {
      await page.route(
        url => url.pathname + url.search === path,
        async route => {
          const response = await route.fetch()
          const html = (await response.text()).replace(/<script type="module".*?<[/]script>/, '')
          await route.fulfill({ response, body: change(html) })
        },
      )
      await page.goto(path)
      seen.push(await stylesOf(page))
      await page.unrouteAll()
    }
    expect(seen[0]?.length, path).toBeGreaterThan(20)
    expect(seen[0], path).toEqual(seen[1])
  }
})

/** Place and colors of all elements of the screen. */
const stylesOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.querySelectorAll('#root *')].map(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element)
      return [element.className, x, y, width, height, color, backgroundColor, fontSize, fontWeight].join(' ')
    })
  })

test('the agora is fetched once: when its live connection is open', async ({ site, newPage }) => {
  const page = await newPage(site.url, DESKTOP)
  const calls: string[] = []
  page.on('request', request => request.url().includes('/api/') && calls.push(request.url()))
  await page.goto('/agora')
  await expect.poll(() => calls).toHaveLength(1)
  await page.waitForLoadState('networkidle')
  expect(calls).toHaveLength(1)
})

test('a form filled in and sent before its code is loaded is not lost', async ({ site, newPage }) => {
  const user = await newUser(site.url, '빠른 사람')
  const page = await newPage(site.url, DESKTOP)
  const release = await delayRequests(page, '**/static/js/accounts-*')
  await page.goto('/user/signin')
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(user.email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.getByLabel(ko['accounts.rememberMe']).check()
  await page.getByRole('button', { name: ko['accounts.signIn'], exact: true }).click()
  release()
  await expect(page).toHaveURL(/\/home$/)
  expect(await page.evaluate(() => localStorage.getItem('signed_in'))).toBe('stays')
})

test('the menu opens once its code is loaded if it was tapped before', async ({ site, newPage }) => {
  const page = await newPage(site.url, PHONE)
  const release = await delayRequests(page, '**/static/js/libraries-*')
  await page.goto('/home', { waitUntil: 'commit' })
  await page.getByRole('button', { name: ko['shell.openMenu'] }).click()
  release()
  await expect(page.getByRole('dialog').getByRole('link', { name: ko['shell.signIn'] })).toBeVisible()
})

test('the agora is ordered as chosen before its code is loaded', async ({ site, newPage }) => {
  const page = await newPage(site.url, PHONE)
  const release = await delayRequests(page, '**/static/js/libraries-*')
  await page.goto('/agora', { waitUntil: 'commit' })
  const order = page.getByRole('combobox', { name: ko['agora.order'] })
  await order.selectOption(ko['agora.orderEmpathy'])
  release()
  await expect(page).toHaveURL(/order=empathy/)
  await expect(order).toHaveValue('empathy')
})
