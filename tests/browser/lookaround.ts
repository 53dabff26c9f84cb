import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Whether the URL is a static file, which receives no user data. */
export const isStatic = (url: string) =>
  /^\/(static\/|screenshots\/|lookaround-me\.svg$)/.test(new URL(url).pathname)

/** Records the page's requests from now on, except navigations and the tab icon. */
export function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', request => {
    if (!request.isNavigationRequest() && !request.url().endsWith('/icon.svg')) requests.push(request.url())
  })
  page.on('websocket', socket => requests.push(socket.url()))
  return requests
}

/** Pauses the page's clock, which then advances only in `playUntil`. */
export async function pauseClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1_000)
}

/** Advances the clock second by second until the condition holds, for little more than a minute. */
export async function playUntil(page: Page, condition: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await condition()) return true
        await page.clock.runFor(1_000)
        return await condition()
      },
      // Sixty steps with a render each take long on a busy machine.
      { intervals: [0], timeout: 60_000 },
    )
    .toBe(true)
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
