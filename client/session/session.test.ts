import { beforeAll, expect, test } from 'vitest'

beforeAll(() => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
})

test('a browser that forbids storage keeps a session for as long as the page lives', async () => {
  const { adoptToken, storedToken } = await import('./session.ts')
  expect(storedToken()).toBeNull()
  adoptToken('token')
  expect(storedToken()).toBe('token')
})
