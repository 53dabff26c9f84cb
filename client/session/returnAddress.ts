import { tabStorage } from '#client/platform/browser/storage.ts'

const KEY = 'wanted'

/** Keeps, for this tab, the address to which a visitor must sign in first. */
export function rememberWanted(address: string): void {
  tabStorage.setItem(KEY, address)
}

/** The address that was wanted before signing in, once; null when there was none. */
export function takeWanted(): string | null {
  const address = tabStorage.getItem(KEY)
  tabStorage.removeItem(KEY)
  return address
}
