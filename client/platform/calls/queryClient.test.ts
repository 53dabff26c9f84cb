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

test('what was shown is still known after an hour on another screen', () => {
  queryClient.setQueryData(['notes', 'page', 1], '보던 목록')
  vi.advanceTimersByTime(60 * 60 * 1000)
  expect(queryClient.getQueryData(['notes', 'page', 1])).toBe('보던 목록')
})

test.each([
  { line: 'a line', onLine: true, asked: 1 },
  { line: 'no line', onLine: false, asked: 3 },
])(
  'within half a second what did not arrive is asked for $asked times where there is $line',
  async ({ onLine, asked }) => {
    vi.stubGlobal('navigator', { onLine })
    const ask = vi.fn(() => Promise.reject(new CallFailed({ code: 'offline', status: 0 })))
    const end = new QueryObserver(queryClient, { queryKey: ['asked', onLine], queryFn: ask }).subscribe(
      () => {},
    )
    await vi.advanceTimersByTimeAsync(500)
    end()
    expect(ask).toHaveBeenCalledTimes(asked)
  },
)
