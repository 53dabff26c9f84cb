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

/** What session storage does not take. It lasts as long as the page. */
const beforeUnloadStore = new Map<string, string>()

/** Session storage; what it does not take, because it is missing, forbidden or full, the page itself holds. */
export const tabStorage = {
  getItem(key: string): string | null {
    const held = beforeUnloadStore.get(key)
    if (held !== undefined) return held
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** Returns whether it outlives a reload of the page. */
  setItem(key: string, value: string): boolean {
    try {
      sessionStorage.setItem(key, value)
      beforeUnloadStore.delete(key)
      return true
    } catch {
      removeStored(key)
      beforeUnloadStore.set(key, value)
      return false
    }
  },
  removeItem(key: string): void {
    beforeUnloadStore.delete(key)
    removeStored(key)
  },
}

function removeStored(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // It holds nothing.
  }
}
