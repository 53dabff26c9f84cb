import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './queryClient.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('what was shown is still known after an hour on another screen', () => {
  queryClient.setQueryData(['notes', 'page', 1], '보던 목록')
  vi.advanceTimersByTime(60 * 60 * 1000)
  expect(queryClient.getQueryData(['notes', 'page', 1])).toBe('보던 목록')
})
