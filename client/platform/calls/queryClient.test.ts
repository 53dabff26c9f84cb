import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from './callFailed.ts'
import { queryClient } from './queryClient.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('keeps unused queries for an hour', () => {
  queryClient.setQueryData(['notes', 'page', 1], '보던 목록')
  vi.advanceTimersByTime(60 * 60 * 1000)
  expect(queryClient.getQueryData(['notes', 'page', 1])).toBe('보던 목록')
})

test.each([
  { state: 'online', onLine: true, attempts: 1 },
  { state: 'offline', onLine: false, attempts: 3 },
])(
  'fetches $attempts times within half a second while the browser is $state',
  async ({ onLine, attempts }) => {
    vi.stubGlobal('navigator', { onLine })
    const queryFn = vi.fn(() => Promise.reject(new CallFailed({ code: 'offline', status: 0 })))
    const unsubscribe = new QueryObserver(queryClient, { queryKey: ['asked', onLine], queryFn }).subscribe(
      () => {},
    )
    await vi.advanceTimersByTimeAsync(500)
    unsubscribe()
    expect(queryFn).toHaveBeenCalledTimes(attempts)
  },
)
