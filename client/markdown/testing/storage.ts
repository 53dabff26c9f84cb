import { vi } from 'vitest'

/** Stubs `localStorage` and returns its items, which tests may inspect and change. */
export function fakeStorage(items: Record<string, string> = {}): Map<string, string> {
  const stored = new Map(Object.entries(items))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return stored
}
