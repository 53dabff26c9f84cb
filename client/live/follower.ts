import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import { connectionStateAtom, isDeliveryDelayedAtom } from './connection.ts'

/** How long it is still followed once no screen shows it, in milliseconds. */
const FOLLOWED_FOR_MS = 30_000

/** Keeps true by events what several screens show one after the other. */
export interface Follower {
  /** Follows from now on, and a while longer than the screen. Returns how to tell that the screen is gone. */
  show(cache: QueryClient): () => void
  /** Whether all has been heard that was told since then, by the clock in milliseconds. */
  hasReceivedSince(time: number): boolean
}

/**
 * `follow` begins with the first screen and ends a while after the last: what the next one finds in the cache has stayed true,
 * and need not be asked for again. It has to patch or invalidate also what no screen shows.
 */
export function createFollower(follow: (cache: QueryClient) => () => void): Follower {
  let screens = 0
  let since = Number.POSITIVE_INFINITY
  let stop = () => {}
  let ending: ReturnType<typeof setTimeout> | undefined

  function end() {
    stop()
    since = Number.POSITIVE_INFINITY
  }

  return {
    show(cache) {
      clearTimeout(ending)
      if (since === Number.POSITIVE_INFINITY) {
        since = Date.now()
        stop = follow(cache)
      }
      screens += 1
      return () => {
        screens -= 1
        if (screens === 0) ending = setTimeout(end, FOLLOWED_FOR_MS)
      }
    },
    hasReceivedSince: time => since <= time && receivesAll(),
  }
}

/** Not while the line is broken, over which calls may be answered all the same. Once it is mended everything is asked for again. */
function receivesAll(): boolean {
  const store = getDefaultStore()
  return store.get(connectionStateAtom) === 'connected' && !store.get(isDeliveryDelayedAtom)
}

/** Has a screen's pages kept true while it is shown. */
export function useFollower(follower: Follower): void {
  const cache = useQueryClient()
  useEffect(() => follower.show(cache), [cache, follower])
}

/**
 * For `refetchOnMount`: whoever comes asks again, unless all that was told since the last answer has been heard; then only for
 * what is stale.
 */
export function unlessFollowed(follower: Follower) {
  return ({ state }: Pick<Query, 'state'>) =>
    follower.hasReceivedSince(state.dataUpdatedAt) ? true : 'always'
}
