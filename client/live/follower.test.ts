import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportConnected, reportCrowded, reportDelayed } from './connection.ts'
import { createFollower, unlessFollowed } from './follower.ts'

const FOLLOWED_FOR_MS = 30_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A number that the server tells to whoever asks, and screens that show it while they are open. */
function openWorld() {
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: 60_000 } } })
  let asked = 0
  let following = 0
  const follower = createFollower(() => {
    following += 1
    return () => {
      following -= 1
    }
  })
  const query = {
    queryKey: ['number'],
    async queryFn() {
      asked += 1
      return asked
    },
    refetchOnMount: unlessFollowed(follower),
  }
  return {
    cache,
    asked: () => asked,
    isFollowed: () => following === 1,
    /** Returns how to leave it. */
    async open() {
      const leave = follower.show(cache)
      const stopShowing = new QueryObserver(cache, query).subscribe(() => undefined)
      await vi.advanceTimersByTimeAsync(0)
      return () => {
        leave()
        stopShowing()
      }
    },
  }
}

test('the next screen finds what the one before it kept true', async () => {
  const world = openWorld()
  const leaveFirst = await world.open()
  leaveFirst()
  await vi.advanceTimersByTimeAsync(FOLLOWED_FOR_MS - 1)
  const leaveSecond = await world.open()
  expect(world.asked()).toBe(1)

  leaveSecond()
  await vi.advanceTimersByTimeAsync(FOLLOWED_FOR_MS - 1)
  expect(world.isFollowed()).toBe(true)
  world.cache.clear()
})

test('what changed meanwhile is asked for by the next screen', async () => {
  const world = openWorld()
  const leave = await world.open()
  leave()
  await world.cache.invalidateQueries({ queryKey: ['number'] })
  expect(world.asked()).toBe(1)
  await world.open()
  expect(world.asked()).toBe(2)
  world.cache.clear()
})

test('what nobody followed any more is asked for', async () => {
  const world = openWorld()
  const leave = await world.open()
  leave()
  await vi.advanceTimersByTimeAsync(FOLLOWED_FOR_MS)
  expect(world.isFollowed()).toBe(false)
  await world.open()
  expect(world.asked()).toBe(2)
  world.cache.clear()
})

test('what was known before anybody followed is asked for, as after a reload', async () => {
  const world = openWorld()
  world.cache.setQueryData(['number'], 7)
  await vi.advanceTimersByTimeAsync(1)
  await world.open()
  expect(world.asked()).toBe(1)
  world.cache.clear()
})

test('of two screens that show it the first to leave does not end it', async () => {
  const world = openWorld()
  const leave = await world.open()
  await world.open()
  leave()
  await vi.advanceTimersByTimeAsync(FOLLOWED_FOR_MS)
  expect(world.isFollowed()).toBe(true)
  world.cache.clear()
})

test.each([
  ['without a line', reportCrowded],
  ['while the server hears nothing of its other nodes', () => reportDelayed(true)],
])('%s every screen asks', async (_, lose) => {
  const world = openWorld()
  const leave = await world.open()
  lose()
  leave()
  const leaveSecond = await world.open()
  expect(world.asked()).toBe(2)
  leaveSecond()
  reportConnected()
  await world.open()
  expect(world.asked()).toBe(2)
  world.cache.clear()
})
