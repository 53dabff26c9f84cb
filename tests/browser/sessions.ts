import type { Locator, Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { expect } from './fixtures.ts'

export const authTokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('authToken'))
export const reauthDialog = (page: Page) => page.getByRole('dialog', { name: ko['accounts.signInAgain'] })

/** Signs out through the menu or the drawer. `discardsTexts`: the dialog asks about unsent texts, and is confirmed. */
export async function signOut(page: Page, { discardsTexts = false } = {}): Promise<void> {
  const drawerButton = page.getByRole('button', { name: new RegExp(`^${ko['shell.openMenu']}`) })
  if (await drawerButton.isVisible()) await drawerButton.click()
  await page.getByRole('button', { name: ko['shell.signOut'] }).and(page.locator(':visible')).click()
  if (discardsTexts) {
    const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
    await confirmation.getByRole('button', { name: ko['shell.signOut'] }).click()
  }
  await expect(page).toHaveURL(/\/home$/)
  // The URL may have been /home before; pending requests are sent first.
  await expect.poll(() => authTokenOf(page)).toBeNull()
}

/** Ends the session on the server without notifying the page. */
export async function endSessionSilently(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const authToken = sessionStorage.getItem('authToken')
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/user/signout', { method: 'POST', headers, body: JSON.stringify({ authToken }) })
  })
}

/** Clicks a button that the dialog of an ended session may cover already. */
export const clickBehindDialog = (button: Locator) => button.dispatchEvent('click')

/** Returns the query keys that are persisted on the device. */
export function persistedKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('geulmaru-kept')
        // Abort the creation of a database, which is the product's task.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () =>
          opening.error?.name === 'AbortError'
            ? resolve([])
            : reject(opening.error ?? new Error('not opened'))
        opening.onsuccess = () => {
          const keysRequest = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          keysRequest.onsuccess = () =>
            resolve(keysRequest.result.map(key => String(key).replace(/^\d+\//, '')))
        }
      }),
  )
}
