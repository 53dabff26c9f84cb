import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { reportConnected, reportCrowded, reportDelayed } from './connection.ts'
import { createSharedSubscription, refetchUnlessSubscribed } from './sharedSubscription.ts'

const UNSUBSCRIBE_DELAY_MS = 30_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A number on the server and screens that show it while they are open. */
function createFixture() {
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: 60_000 } } })
  onTestFinished(() => cache.clear())
  let requestCount = 0
  let subscriptionCount = 0
  const subscription = createSharedSubscription(() => {
    subscriptionCount += 1
    return () => {
      subscriptionCount -= 1
    }
  })
  const query = {
    queryKey: ['notes'] as const,
    async queryFn() {
      requestCount += 1
      return requestCount
    },
    refetchOnMount: refetchUnlessSubscribed(subscription),
  }
  return {
    cache,
    requestCount: () => requestCount,
    isSubscribed: () => subscriptionCount === 1,
    /** Returns the function that leaves the screen. */
    async open() {
      const closeScreen = subscription.acquire(cache)
      const stopShowing = new QueryObserver(cache, query).subscribe(() => undefined)
      await vi.advanceTimersByTimeAsync(0)
      return () => {
        closeScreen()
        stopShowing()
      }
    },
  }
}

test('gives the next screen data that the subscription kept current', async () => {
  const fixture = createFixture()
  const closeFirstScreen = await fixture.open()
  closeFirstScreen()
  await vi.advanceTimersByTimeAsync(UNSUBSCRIBE_DELAY_MS - 1)
  const closeSecondScreen = await fixture.open()
  expect(fixture.requestCount()).toBe(1)

  closeSecondScreen()
  await vi.advanceTimersByTimeAsync(UNSUBSCRIBE_DELAY_MS - 1)
  expect(fixture.isSubscribed()).toBe(true)
})

test('refetches data that changed meanwhile', async () => {
  const fixture = createFixture()
  const closeScreen = await fixture.open()
  closeScreen()
  await fixture.cache.invalidateQueries({ queryKey: ['notes'] })
  expect(fixture.requestCount()).toBe(1)
  await fixture.open()
  expect(fixture.requestCount()).toBe(2)
})

test('refetches data after the subscription has ended', async () => {
  const fixture = createFixture()
  const closeScreen = await fixture.open()
  closeScreen()
  await vi.advanceTimersByTimeAsync(UNSUBSCRIBE_DELAY_MS)
  expect(fixture.isSubscribed()).toBe(false)
  await fixture.open()
  expect(fixture.requestCount()).toBe(2)
})

test('refetches data from before the subscription, as after a reload', async () => {
  const fixture = createFixture()
  fixture.cache.setQueryData(['notes'], 7)
  await vi.advanceTimersByTimeAsync(1)
  await fixture.open()
  expect(fixture.requestCount()).toBe(1)
})

test('keeps the subscription while one of two screens is open', async () => {
  const fixture = createFixture()
  const closeScreen = await fixture.open()
  await fixture.open()
  closeScreen()
  await vi.advanceTimersByTimeAsync(UNSUBSCRIBE_DELAY_MS)
  expect(fixture.isSubscribed()).toBe(true)
})

test.each([
  ['without a connection', reportCrowded],
  ['while the server is cut off from the other nodes', () => reportDelayed(true)],
])('%s every screen refetches', async (_, disconnect) => {
  const fixture = createFixture()
  const closeScreen = await fixture.open()
  disconnect()
  closeScreen()
  const closeSecondScreen = await fixture.open()
  expect(fixture.requestCount()).toBe(2)
  closeSecondScreen()
  reportConnected()
  await fixture.open()
  expect(fixture.requestCount()).toBe(2)
})
