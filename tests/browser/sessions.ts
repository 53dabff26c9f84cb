import type { Locator, Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { expect } from './fixtures.ts'

/** How a session stands in a tab, and how it ends. */

export const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('authToken'))
export const againDialog = (page: Page) => page.getByRole('dialog', { name: ko['accounts.signInAgain'] })

/** Through the menu, whether it lies open or in the drawer. */
export async function signOut(page: Page): Promise<void> {
  const drawerButton = page.getByRole('button', { name: new RegExp(`^${ko['shell.openMenu']}`) })
  if (await drawerButton.isVisible()) await drawerButton.click()
  await page.getByRole('button', { name: ko['shell.signOut'] }).and(page.locator(':visible')).click()
  await expect(page).toHaveURL(/\/home$/)
  // It may have been there before; what waits to be sent goes first.
  await expect.poll(() => tokenOf(page)).toBeNull()
}

/** The server forgets the session. */
export async function endSessionUnnoticed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const authToken = sessionStorage.getItem('authToken')
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/user/signout', { method: 'POST', headers, body: JSON.stringify({ authToken }) })
  })
}

/** After a session's end: whichever call was under way is refused as well, and its dialog may cover the button by now. */
export const pressUnderDialog = (button: Locator) => button.dispatchEvent('click')
