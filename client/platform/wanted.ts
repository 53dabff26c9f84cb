const KEY = 'wanted'

/** Keeps, for this tab, the address to which a visitor must sign in first. */
export function rememberWanted(address: string): void {
  sessionStorage.setItem(KEY, address)
}

/** The address that was wanted before signing in, once; null when there was none. */
export function takeWanted(): string | null {
  const address = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return address
}
