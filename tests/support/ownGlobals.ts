import { afterAll, vi } from 'vitest'

/** Files of one worker share its process: what one of them has put in the place of a global ends with it. */
afterAll(() => {
  vi.unstubAllGlobals()
})
