import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import { connectionStateAtom, isDeliveryDelayedAtom } from './connection.ts'

/** How long the subscription outlives its last screen, in milliseconds. */
const UNSUBSCRIBE_DELAY_MS = 30_000

/** Keeps cached data current for several screens that show it one after the other. */
export interface SharedSubscription {
  /** Subscribes until a while after the last release. Returns the release function. */
  acquire(cache: QueryClient): () => void
  /** Whether every event since `time` (in milliseconds) was received. */
  hasReceivedSince(time: number): boolean
}

/**
 * The subscription starts with the first screen and ends a while after the last, so that the next screen
 * finds current data in the cache. `subscribe` has to patch or invalidate data that no screen shows, too.
 */
export function createSharedSubscription(subscribe: (cache: QueryClient) => () => void): SharedSubscription {
  let screenCount = 0
  let subscribedAt = Number.POSITIVE_INFINITY
  let stop = () => {}
  let endTimer: ReturnType<typeof setTimeout> | undefined

  function end() {
    stop()
    subscribedAt = Number.POSITIVE_INFINITY
  }

  return {
    acquire(cache) {
      clearTimeout(endTimer)
      if (subscribedAt === Number.POSITIVE_INFINITY) {
        subscribedAt = Date.now()
        stop = subscribe(cache)
      }
      screenCount += 1
      return () => {
        screenCount -= 1
        if (screenCount === 0) endTimer = setTimeout(end, UNSUBSCRIBE_DELAY_MS)
      }
    },
    hasReceivedSince: time => subscribedAt <= time && isReceivingEvents(),
  }
}

/** Requests may succeed while the socket is disconnected. After a reconnect everything is refetched. */
function isReceivingEvents(): boolean {
  const store = getDefaultStore()
  return store.get(connectionStateAtom) === 'connected' && !store.get(isDeliveryDelayedAtom)
}

export function useSharedSubscription(subscription: SharedSubscription): void {
  const cache = useQueryClient()
  useEffect(() => subscription.acquire(cache), [cache, subscription])
}

/**
 * For `refetchOnMount`: refetch only stale data if every event since the last response was received,
 * otherwise always.
 */
export function refetchUnlessSubscribed(subscription: SharedSubscription) {
  return ({ state }: Pick<Query, 'state'>) =>
    subscription.hasReceivedSince(state.dataUpdatedAt) ? true : 'always'
}
