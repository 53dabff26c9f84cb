import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { delayRequests } from './delays.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'

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

for (const width of [PHONE, DESKTOP])
  test(`public pages are hydrated in place, ${width} px`, async ({ site, newPage }) => {
    test.slow()
    const page = await newPage(site.url, width)
    await page.addInitScript(() => {
      const recorded = { shift: 0 }
      Object.assign(window, { seen: recorded })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
          if (!entry.hadRecentInput) recorded.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of paths) {
      await page.goto(path)
      const heading = await page.getByRole('heading', { level: 1 }).elementHandle()
      await expect(page, path).toHaveTitle(/ · 글마루$/)
      await page.waitForLoadState('networkidle')
      // React has kept the element.
      expect(await heading?.evaluate(element => element.isConnected), path).toBe(true)
      const { shift } = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen)
      expect(shift, path).toBeLessThanOrEqual(MOST_SHIFT)
    }
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
