import { afterAll, vi } from 'vitest'

/** Test files of one Vitest worker share a process, so restore stubbed globals after each file. */
afterAll(() => {
  vi.unstubAllGlobals()
})
