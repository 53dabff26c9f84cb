import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import {
  getInbox,
  type InboxPage,
  markAllNotificationsSeen,
  markNotificationSeen,
  type NotificationFilter,
} from '#protocol/inbox.ts'
import { countWaiting, matchesFilter, mergeNewest } from './inbox.cache.ts'

const inboxQuery = (only?: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: ['inbox', only ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(getInbox, { only, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: null as InboxPage['next'],
    getNextPageParam: page => page.next,
    // The list loads on opening and changes only on request.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The list as of opening, and the number of waiting notifications. Notifications seen elsewhere lose their
 * mark; deleted ones disappear.
 */
export function useInbox(only?: NotificationFilter) {
  const cache = useQueryClient()
  const list = useInfiniteQuery(inboxQuery(only))
  const [waitingCount, setWaitingCount] = useState(0)

  useEffect(() => {
    const { queryKey } = inboxQuery(only)
    let latestCheck = 0
    async function checkForNew() {
      const checkNo = ++latestCheck
      const latest = await callApi(getInbox, {}).catch(() => null)
      if (latest === null || checkNo !== latestCheck) return
      cache.setQueryData(queryKey, cached => {
        const pages = cached?.pages.map(page => ({ ...page, news: mergeNewest(page.news, latest) }))
        return cached && pages && { ...cached, pages }
      })
      const visible = cache.getQueryData(queryKey)?.pages.flatMap(page => page.news)
      const matching = latest.news.filter(notification => matchesFilter(notification, only))
      if (visible) setWaitingCount(countWaiting(matching, visible))
    }
    const unsubscribes = [
      onEvent('inbox:changed', () => void checkForNew()),
      onResync(() => void checkForNew()),
    ]
    return () => {
      latestCheck += 1
      setWaitingCount(0)
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [cache, only])

  return {
    list,
    notifications: list.data?.pages.flatMap(page => page.news),
    waitingCount,
    async showWaiting() {
      setWaitingCount(0)
      await cache.resetQueries({ queryKey: inboxQuery(only).queryKey })
    },
  }
}

/** The server's event lowers the count and clears the marks. */
export function useMarkSeen() {
  return {
    one: useMutation({ mutationFn: (thing: string) => callApi(markNotificationSeen, { thing }) }),
    all: useMutation({ mutationFn: (upTo: string) => callApi(markAllNotificationsSeen, { upTo }) }),
  }
}
