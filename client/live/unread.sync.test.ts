import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { titlePrefixAtom } from '#client/platform/browser/screenTitle.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import { noNotifications, notificationCountAtom } from './counts.ts'
import { dispatchEvent, dispatchResync } from './eventBus.ts'
import { subscribeToUnread } from './unread.sync.ts'
import { unreadMark, unreadTotalAtom } from './unread.ts'

vi.mock('#client/platform/calls/callApi.ts', () => ({ callApi: vi.fn() }))
const requests = vi.mocked(callApi)
const answer = (numUnreadArticles: number) => ({
  success: true,
  total: numUnreadArticles,
  hubs: [{ hubNo: 4, numUnreadArticles, revision: 1 }],
})
const total = () => getDefaultStore().get(unreadTotalAtom)
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  vi.stubGlobal('navigator', {})
  requests.mockReset().mockRejectedValue(new Error('unreached'))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('retries a failed request with growing delays until it succeeds', async () => {
  stop = subscribeToUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(500 + 1_000 + 2_000)
  expect(requests).toHaveBeenCalledTimes(4)
  requests.mockResolvedValue(answer(3))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(total()).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveBeenCalledTimes(5)
})

test('replaces a waiting request with a later one', async () => {
  stop = subscribeToUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(100)
  requests.mockResolvedValue(answer(2))
  dispatchResync()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(total()).toBe(2)
  expect(requests).toHaveBeenCalledTimes(2)
})

test('removes a hub that the user has left and requests the others', async () => {
  requests.mockResolvedValue(answer(3))
  stop = subscribeToUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(0)
  expect(total()).toBe(3)
  requests.mockResolvedValue({
    success: true,
    total: 2,
    hubs: [{ hubNo: 5, numUnreadArticles: 2, revision: 1 }],
  })
  dispatchEvent('hub:removed', { hubNo: 4, version: 9 })
  expect(total()).toBe(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(total()).toBe(2)
})

test('makes no request after the end', async () => {
  subscribeToUnread()()
  stop = subscribeToUnread()
  dispatchResync()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveBeenCalledOnce()
})

test('requests once on connection, and also without one', async () => {
  requests.mockResolvedValue(answer(1))
  stop = subscribeToUnread()
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).not.toHaveBeenCalled()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveBeenCalledOnce()
  stop()

  stop = subscribeToUnread()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests).toHaveBeenCalledTimes(2)
})

test('shows the total on the app icon, and nothing after the end', async () => {
  const setAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { setAppBadge })
  requests.mockResolvedValue(answer(3))
  stop = subscribeToUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(0)
  expect(setAppBadge).toHaveBeenLastCalledWith(3)
  stop()
  expect(setAppBadge).toHaveBeenLastCalledWith(0)
})

test('shows no dot after the end, although the notification count is reset later', async () => {
  const store = getDefaultStore()
  const setAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { setAppBadge })
  stop = subscribeToUnread()
  store.set(notificationCountAtom, { ...noNotifications, count: 1 })
  expect(store.get(titlePrefixAtom)).toBe('• ')
  expect(setAppBadge).toHaveBeenLastCalledWith()
  stop()
  expect(store.get(titlePrefixAtom)).toBe('')
  expect(setAppBadge).toHaveBeenLastCalledWith(0)
  store.set(notificationCountAtom, noNotifications)
})

test('shows the total in the title, up to 99+, or a dot if there are only notifications', () => {
  expect([0, 1, 99, 100].map(total => unreadMark(total))).toEqual(['', '(1) ', '(99) ', '(99+) '])
  expect([unreadMark(0, true), unreadMark(2, true), unreadMark(0, false)]).toEqual(['• ', '(2) ', ''])
})
