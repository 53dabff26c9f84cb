import type { Browser } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { PASSWORD, type TestUser } from '#tests/support/users.ts'
import { type Request, watchRequests } from './screens.requests.ts'

/** Enough for the home page to become idle. */
const PAUSE_MS = 2_000

export interface SignIn {
  /** From opening the home page to the rendered list of hubs. */
  all: Request[]
  /** Requests after submitting the password. */
  afterPassword: Request[]
}

/** Opens the home page, signs in and opens the list of hubs. */
export async function measureSignIn(browser: Browser, url: string, user: TestUser): Promise<SignIn> {
  const page = await browser.newPage({ baseURL: url, locale: 'ko-KR' })
  const requests = await watchRequests(await page.context().newCDPSession(page))
  await page.goto(paths.home)
  await page.waitForTimeout(PAUSE_MS)
  await page.locator(`.header__menu a[href="${paths.signIn}"]`).click()
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(user.email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  const before = requests.length
  await page.keyboard.press('Enter')
  const toFriends = page.locator(`.header__menu a[href="${paths.friends}"]`)
  await toFriends.waitFor()
  await page.waitForTimeout(PAUSE_MS)
  await toFriends.click()
  await page.locator('.hub-link').first().waitFor()
  const all = [...requests]
  await page.context().close()
  return { all, afterPassword: all.slice(before) }
}
