import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Imports fresh modules: those that other tests have loaded contain their session. */
beforeAll(() => {
  vi.resetModules()
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
})

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage')
  vi.resetModules()
})

test('keeps the session until the page closes if the browser denies storage', async () => {
  const { adoptToken, storedToken } = await import('./session.ts')
  expect(storedToken()).toBeNull()
  adoptToken('token')
  expect(storedToken()).toBe('token')
})
