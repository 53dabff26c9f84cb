/** Reads from local storage. Null if the browser denies it. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes the value. Returns false if the browser denies storage or it is full. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** The keys in local storage that start with `prefix`. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Values that session storage rejects. They last as long as the page. */
const memoryValues = new Map<string, string>()

/** Session storage. Values that it rejects, because it is missing, denied or full, are kept in memory. */
export const tabStorage = {
  getItem(key: string): string | null {
    const value = memoryValues.get(key)
    if (value !== undefined) return value
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** Returns whether the value survives a reload of the page. */
  setItem(key: string, value: string): boolean {
    try {
      sessionStorage.setItem(key, value)
      memoryValues.delete(key)
      return true
    } catch {
      removeStored(key)
      memoryValues.set(key, value)
      return false
    }
  },
  removeItem(key: string): void {
    memoryValues.delete(key)
    removeStored(key)
  },
}

function removeStored(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There is nothing to remove.
  }
}

/** An in-memory store for values that the browser cannot persist. While it has any, the browser asks before closing the page. */
export function createBeforeUnloadStore<Value>() {
  const values = new Map<string, Value>()
  // Each store has its own listener, since other stores may have values as well.
  const ask = (event: Event) => event.preventDefault()

  function updateListener() {
    if (values.size > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }

  return {
    get: (key: string) => values.get(key),
    entries: () => [...values],
    put(key: string, value: Value) {
      values.set(key, value)
      updateListener()
    },
    drop(key: string) {
      if (values.delete(key)) updateListener()
    },
  }
}
