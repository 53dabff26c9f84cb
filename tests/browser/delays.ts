import type { Page } from '@playwright/test'

/** A promise that the test resolves. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Delays the page's requests to an address until the returned function is called. */
export async function delayRequests(page: Page, address: string): Promise<() => void> {
  const { opened, open } = createGate()
  await page.route(address, async route => {
    await opened
    await route.continue()
  })
  return open
}
