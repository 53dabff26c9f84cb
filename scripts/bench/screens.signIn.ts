import type { Browser } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { PASSWORD, type TestUser } from '#tests/support/users.ts'
import { type Request, watchRequests } from './screens.requests.ts'

/** Long enough for a home page to rest, and for whoever has signed in to look where to go. */
const LOOKS_FOR_MS = 2_000

export interface SignIn {
  /** From the opened home page until the drawn list of rooms. */
  all: Request[]
  /** Those after the password was sent. */
  afterPassword: Request[]
}

/** A visitor opens the home page, signs in and goes to their friends. */
export async function measureSignIn(browser: Browser, url: string, person: TestUser): Promise<SignIn> {
  const page = await browser.newPage({ baseURL: url, locale: 'ko-KR' })
  const requests = await watchRequests(await page.context().newCDPSession(page))
  await page.goto(paths.home)
  await page.waitForTimeout(LOOKS_FOR_MS)
  await page.locator(`.header__menu a[href="${paths.signIn}"]`).click()
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(person.email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  const before = requests.length
  await page.keyboard.press('Enter')
  const toFriends = page.locator(`.header__menu a[href="${paths.friends}"]`)
  await toFriends.waitFor()
  await page.waitForTimeout(LOOKS_FOR_MS)
  await toFriends.click()
  await page.locator('.hub-link').first().waitFor()
  const all = [...requests]
  await page.context().close()
  return { all, afterPassword: all.slice(before) }
}
