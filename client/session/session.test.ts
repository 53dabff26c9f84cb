import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Whoever else was signed in here before is in the modules that were loaded by then. */
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

test('a browser that forbids storage keeps a session for as long as the page lives', async () => {
  const { adoptToken, storedToken } = await import('./session.ts')
  expect(storedToken()).toBeNull()
  adoptToken('token')
  expect(storedToken()).toBe('token')
})
