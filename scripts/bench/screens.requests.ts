import type { Browser, CDPSession } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { PASSWORD, type TestUser } from '#tests/support/users.ts'

export interface Request {
  url: string
  kind: 'script' | 'style' | 'font' | 'call' | 'socket' | 'other'
  /** Encoded size of the body. */
  bytes: number
}

/** Lists the page's network requests from now on, without cached ones. */
export async function watchRequests(devtools: CDPSession): Promise<Request[]> {
  const requests: Request[] = []
  const byId = new Map<string, Request>()
  const drop = (requestId: string) => {
    const cached = byId.get(requestId)
    if (cached) requests.splice(requests.indexOf(cached), 1)
    byId.delete(requestId)
  }
  const take = (requestId: string, url: string, kind: Request['kind']) => {
    const request = { url, kind, bytes: 0 }
    byId.set(requestId, request)
    requests.push(request)
  }
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = '' }) =>
    take(requestId, url, kindOf(type, url)),
  )
  devtools.on('Network.webSocketCreated', ({ requestId, url }) => take(requestId, url, 'socket'))
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = byId.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  devtools.on('Network.requestServedFromCache', ({ requestId }) => drop(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) drop(requestId)
  })
  await devtools.send('Network.enable')
  return requests
}

/** Scripts are requested by `fetch` (client/platform/browser/preloadChunks.ts). */
function kindOf(type: string, url: string): Request['kind'] {
  if (url.endsWith('.js')) return 'script'
  if (type === 'Stylesheet') return 'style'
  if (type === 'Font') return 'font'
  return type === 'Fetch' || type === 'XHR' ? 'call' : 'other'
}

/** The total size in kB (1000 bytes). */
export function sizeOf(requests: readonly Request[], ...kinds: Request['kind'][]): number {
  return requests.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}

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
  await page.locator('.room-row').first().waitFor()
  const all = [...requests]
  await page.context().close()
  return { all, afterPassword: all.slice(before) }
}
