import { afterEach, beforeEach, vi } from 'vitest'

/**
 * An unexpected console.error fails the test, because React and the browser report real errors there. A test that
 * provokes one spies on it itself.
 */
const stray: string[] = []

beforeEach(() => {
  stray.length = 0
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    stray.push(parts.map(String).join(' '))
  })
})

afterEach(() => {
  if (stray.length > 0) throw new Error(`console.error was called:\n${stray.join('\n')}`)
})
