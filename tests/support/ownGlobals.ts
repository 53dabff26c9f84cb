import { afterAll, afterEach, vi } from 'vitest'
import { openTabs } from './openTabs.ts'

/** Test files of one Vitest worker share a process, so restore stubbed globals after each file. */
afterAll(() => {
  vi.unstubAllGlobals()
})

afterEach(() => {
  for (const close of openTabs) close()
  openTabs.clear()
})
