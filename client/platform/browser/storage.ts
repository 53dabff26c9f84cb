/** Local storage that may be forbidden: then nothing is remembered, and nothing breaks. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null forgets. Answers whether it is remembered: mostly a convenience. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Session storage; where that is forbidden, as it is with all cookies, the page's own memory. */
export const tabStorage: Items = openTabStorage()

function openTabStorage(): Items {
  try {
    return sessionStorage
  } catch {
    const items = new Map<string, string>()
    return {
      getItem: key => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: key => void items.delete(key),
    }
  }
}
