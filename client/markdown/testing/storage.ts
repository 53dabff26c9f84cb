import { vi } from 'vitest'

/** Local storage as a browser has it; what is in it can be looked at and changed from outside. */
export function fakeStorage(items: Record<string, string> = {}): Map<string, string> {
  const stored = new Map(Object.entries(items))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return stored
}
