import type { Page } from '@playwright/test'

/** Something that is waited for until the test opens it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Holds what the page asks for at an address on its way, until it is let go. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { opened, open } = gate()
  await page.route(address, async route => {
    await opened
    await route.continue()
  })
  return open
}
