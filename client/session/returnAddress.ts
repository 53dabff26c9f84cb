import { tabStorage } from '#client/platform/browser/storage.ts'
import { keepInTab } from './viewState.ts'

const KEY = 'wanted'

/** Keeps, for this tab, the address to which a visitor must sign in first, or where somebody's session ended. */
export function saveReturnUrl(address: string): void {
  keepInTab(KEY, address)
}

/** The address that was wanted before signing in, once; null when there was none. */
export function consumeReturnUrl(): string | null {
  const address = tabStorage.getItem(KEY)
  tabStorage.removeItem(KEY)
  return address
}
