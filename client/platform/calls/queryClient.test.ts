import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailed } from './callFailed.ts'
import { queryClient, refetchQueries } from './queryClient.tsx'

describe('the cache of the page', () => {
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
      const unsubscribe = new QueryObserver(queryClient, { queryKey: ['notes', onLine], queryFn }).subscribe(
        () => {},
      )
      await vi.advanceTimersByTimeAsync(500)
      unsubscribe()
      expect(queryFn).toHaveBeenCalledTimes(attempts)
    },
  )
})

describe('refetchQueries', () => {
  const queryKey = ['hubs', 'page', 1] as const
  const cache = new QueryClient()
  let responses: ((response: string | Promise<never>) => void)[] = []
  let unsubscribe = () => {}

  beforeEach(() => {
    responses = []
    cache.clear()
    const queryFn = () => new Promise<string>(resolve => responses.push(resolve))
    unsubscribe = new QueryObserver(cache, { queryKey, queryFn, retry: false }).subscribe(() => undefined)
  })
  afterEach(() => unsubscribe())

  const respond = (index: number, text: string | Promise<never>) => responses[index]?.(text)
  const shown = () => cache.getQueryData(queryKey)

  test('shows a pending first response and then refetches', async () => {
    refetchQueries(cache, ['hubs'])
    respond(0, 'before the change')
    await vi.waitFor(() => expect(responses).toHaveLength(2))
    expect(shown()).toBe('before the change')
    respond(1, 'after the change')
    await vi.waitFor(() => expect(shown()).toBe('after the change'))
    expect(responses).toHaveLength(2)
  })

  test('replaces a pending refetch by a new one', async () => {
    respond(0, 'first')
    await vi.waitFor(() => expect(shown()).toBe('first'))
    refetchQueries(cache, ['hubs'])
    refetchQueries(cache, ['hubs'])
    respond(2, 'after the change')
    respond(1, 'before the change')
    await vi.waitFor(() => expect(shown()).toBe('after the change'))
    expect(responses).toHaveLength(3)
  })

  test('does not refetch after a failed first response', async () => {
    refetchQueries(cache, ['hubs'])
    respond(0, Promise.reject(new Error('unreached')))
    await vi.waitFor(() => expect(cache.getQueryState(queryKey)?.status).toBe('error'))
    await new Promise(resolve => setImmediate(resolve))
    expect(responses).toHaveLength(1)
  })

  test('refetches after a pending rejection', async () => {
    refetchQueries(cache, ['hubs'])
    respond(0, Promise.reject(new CallFailed({ code: 'notFound', status: 404 })))
    await vi.waitFor(() => expect(responses).toHaveLength(2))
    respond(1, 'after the change')
    await vi.waitFor(() => expect(shown()).toBe('after the change'))
  })
})
