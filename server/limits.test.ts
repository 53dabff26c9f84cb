import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateNote } from '#protocol/notes.ts'
import { MINUTE_MS } from '#server/platform/durations.ts'
import { classLimits } from './limits.ts'
import { createRateLimits } from './platform/limits/rateLimit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a user can save 300 times a minute and 10,000 times a day', async () => {
  const { countViewer } = createRateLimits({
    classes: classLimits,
    calls: [],
    apiTokens: [],
    redis: null,
    scale: 1,
  })(updateNote)
  const person = { address: '127.0.0.1', viewerNo: 1 }
  let saved = 0
  for (let minutes = 0; minutes < 60; minutes += 1) {
    while (
      await countViewer(person).then(
        () => true,
        () => false,
      )
    )
      saved += 1
    if (minutes === 0) expect(saved).toBe(300)
    vi.advanceTimersByTime(MINUTE_MS)
  }
  expect(saved).toBe(10_000)
  await countViewer({ ...person, viewerNo: 2 })
})
