import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { titleMarkAtom } from '#client/platform/browser/titleMark.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { dispatchEvent, dispatchResync } from './eventBus.ts'
import { notificationCountAtom } from './notifications.count.ts'
import { noNotifications } from './notifications.numbers.ts'
import { followUnread } from './unread.sync.ts'
import { unreadMark, unreadTotalAtom } from './unread.ts'

vi.mock('#client/platform/calls/callApi.ts', () => ({ callApi: vi.fn() }))
const asked = vi.mocked(callApi)
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
  asked.mockReset().mockRejectedValue(new Error('unreached'))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a question that was not answered is asked again, less and less often, until it is', async () => {
  stop = followUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(500 + 1_000 + 2_000)
  expect(asked).toHaveBeenCalledTimes(4)
  asked.mockResolvedValue(answer(3))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(total()).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(5)
})

test('a later question takes the place of one that waits', async () => {
  stop = followUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(100)
  asked.mockResolvedValue(answer(2))
  dispatchResync()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(total()).toBe(2)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a hub that one has left counts no more, and all others are asked for again', async () => {
  asked.mockResolvedValue(answer(3))
  stop = followUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(0)
  expect(total()).toBe(3)
  asked.mockResolvedValue({
    success: true,
    total: 2,
    hubs: [{ hubNo: 5, numUnreadArticles: 2, revision: 1 }],
  })
  dispatchEvent('hub:removed', { hubNo: 4, version: 9 })
  expect(total()).toBe(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(total()).toBe(2)
})

test('after the end nobody asks any more', async () => {
  followUnread()()
  stop = followUnread()
  dispatchResync()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledOnce()
})

test('it is asked once when the connection stands, and without one all the same', async () => {
  asked.mockResolvedValue(answer(1))
  stop = followUnread()
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).not.toHaveBeenCalled()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledOnce()
  stop()

  stop = followUnread()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('the app’s icon shows the total, and nothing after the end', async () => {
  const setAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { setAppBadge })
  asked.mockResolvedValue(answer(3))
  stop = followUnread()
  dispatchResync()
  await vi.advanceTimersByTimeAsync(0)
  expect(setAppBadge).toHaveBeenLastCalledWith(3)
  stop()
  expect(setAppBadge).toHaveBeenLastCalledWith(0)
})

test('after the end neither the title nor the icon shows a dot, though the bell is forgotten later', async () => {
  const store = getDefaultStore()
  const setAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { setAppBadge })
  stop = followUnread()
  store.set(notificationCountAtom, { ...noNotifications, count: 1 })
  expect(store.get(titleMarkAtom)).toBe('• ')
  expect(setAppBadge).toHaveBeenLastCalledWith()
  stop()
  expect(store.get(titleMarkAtom)).toBe('')
  expect(setAppBadge).toHaveBeenLastCalledWith(0)
  store.set(notificationCountAtom, noNotifications)
})

test('a tab’s title has a dot when only the bell has something', () => {
  expect([unreadMark(0, true), unreadMark(2, true), unreadMark(0, false)]).toEqual(['• ', '(2) ', ''])
})

test('a tab’s title counts no further than 99', () => {
  expect([0, 1, 99, 100].map(total => unreadMark(total))).toEqual(['', '(1) ', '(99) ', '(99+) '])
})
