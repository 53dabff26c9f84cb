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
import { isAmong, waitingIn, withNewest } from './inbox.cache.ts'

const inboxQuery = (only?: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: ['inbox', only ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(getInbox, { only, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: null as InboxPage['next'],
    getNextPageParam: page => page.next,
    // Whoever opens it sees it as it is then, and it stays so until they ask for more.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The list as it was when it was opened, and how many entries wait to be shown; what is seen elsewhere loses its mark, and what is
 * told no more is gone.
 */
export function useInbox(only?: NotificationFilter) {
  const cache = useQueryClient()
  const list = useInfiniteQuery(inboxQuery(only))
  const [waiting, setWaiting] = useState(0)

  useEffect(() => {
    const { queryKey } = inboxQuery(only)
    let lastLook = 0
    async function look() {
      const mine = ++lastLook
      const newest = await callApi(getInbox, {}).catch(() => null)
      if (newest === null || mine !== lastLook) return
      cache.setQueryData(queryKey, known => {
        const pages = known?.pages.map(page => ({ ...page, news: withNewest(page.news, newest) }))
        return known && pages && { ...known, pages }
      })
      const shown = cache.getQueryData(queryKey)?.pages.flatMap(page => page.news)
      const among = newest.news.filter(one => isAmong(one, only))
      if (shown) setWaiting(waitingIn(among, shown))
    }
    const stops = [onEvent('inbox:changed', () => void look()), onResync(() => void look())]
    return () => {
      lastLook += 1
      setWaiting(0)
      for (const stop of stops) stop()
    }
  }, [cache, only])

  return {
    list,
    news: list.data?.pages.flatMap(page => page.news),
    waiting,
    async showWaiting() {
      setWaiting(0)
      await cache.resetQueries({ queryKey: inboxQuery(only).queryKey })
    },
  }
}

/** The event that follows lowers the number and takes the marks away. */
export function useSeeing() {
  return {
    one: useMutation({ mutationFn: (thing: string) => callApi(markNotificationSeen, { thing }) }),
    all: useMutation({ mutationFn: (upTo: string) => callApi(markAllNotificationsSeen, { upTo }) }),
  }
}
