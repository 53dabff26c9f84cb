import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { newNotificationsAtom } from '#client/live/counts.ts'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { useIsTabVisible } from '#client/platform/browser/device.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import {
  getInbox,
  type InboxPage,
  kindsToMe,
  markAllNotificationsSeen,
  markNotificationSeen,
  markThreadNotificationsSeen,
  type NotificationFilter,
  type NotificationView,
  notificationTargets,
} from '#protocol/inbox.ts'

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

/** The server's event lowers the count and clears the marks of the newest notifications. */
export function useMarkSeen() {
  const cache = useQueryClient()
  return {
    one: useMutation({ mutationFn: (thing: string) => callApi(markNotificationSeen, { thing }) }),
    /** The button is in the list without a filter. */
    all: useMutation({
      mutationFn: (upTo: string) => callApi(markAllNotificationsSeen, { upTo }),
      onSuccess(_, upTo) {
        cache.setQueryData(inboxQuery().queryKey, list => {
          const pages = list?.pages.map(page => ({ ...page, news: withSeenUpTo(page.news, upTo) }))
          return list && pages && { ...list, pages }
        })
      },
    }),
  }
}

/** Clears the marks of the notifications that are not newer than `upTo`. */
export function withSeenUpTo(list: readonly NotificationView[], upTo: string): NotificationView[] {
  return list.map(notification =>
    notification.isNew && notification.at <= upTo ? { ...notification, isNew: false } : notification,
  )
}

/** Identifies a version of a notification; an update gives it another key. */
const versionKey = ({ thing, at, commentCount, peopleCount }: NotificationView) =>
  `${thing} ${at} ${commentCount} ${peopleCount}`

/** Counts new notifications that are not in the list. */
export function countWaiting(
  latest: readonly NotificationView[],
  current: readonly NotificationView[],
): number {
  const states = new Set(current.map(versionKey))
  return latest.filter(notification => notification.isNew && !states.has(versionKey(notification))).length
}

/**
 * Updates the list in place: clears the marks of seen notifications and removes deleted ones, for example
 * of a deleted comment. Moves nothing else.
 */
export function mergeNewest(
  current: readonly NotificationView[],
  { news: latest, next }: Pick<InboxPage, 'news' | 'next'>,
): NotificationView[] {
  const seen = new Set(latest.filter(({ isNew }) => !isNew).map(versionKey))
  const listed = new Set(latest.map(({ thing }) => thing))
  // Older notifications than the response covers may still exist.
  const stillExists = ({ thing, at }: NotificationView) =>
    listed.has(thing) || (next !== null && at <= next.at)
  return current
    .filter(stillExists)
    .map(notification =>
      notification.isNew && seen.has(versionKey(notification))
        ? { ...notification, isNew: false }
        : notification,
    )
}

export function matchesFilter(
  { kind, isNew }: NotificationView,
  only: NotificationFilter | undefined,
): boolean {
  if (only === undefined) return true
  return only === 'new' ? isNew : kindsToMe.includes(kind)
}

export interface NotificationDay {
  day: string
  notifications: NotificationView[]
}

/** Groups by day; `list` is sorted by time. */
export function groupByDay(
  list: readonly NotificationView[],
  nameOf: (at: Date) => string,
): NotificationDay[] {
  const days: NotificationDay[] = []
  for (const notification of list) {
    const day = nameOf(new Date(notification.at))
    const current = days.at(-1)
    if (current?.day === day) current.notifications.push(notification)
    else days.push({ day, notifications: [notification] })
  }
  return days
}

/** Calls `markSeen` while the target is visible and the user has any new notifications. */
function useMarkSeenWhileVisible(
  isShown: boolean,
  upTo: number | string,
  markSeen: () => Promise<unknown>,
): void {
  const count = useAtomValue(newNotificationsAtom)
  const isVisible = useIsTabVisible()
  // A failed request is repeated on the next run.
  const runMarkSeen = useEffectEvent(() => void markSeen().catch(() => undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `upTo` reruns the effect for new comments
  useEffect(() => {
    if (isShown && isVisible && count > 0) runMarkSeen()
  }, [isShown, isVisible, count, upTo])
}

/** `thing` comes from `notificationTargets`. */
export function useMarkNotificationsSeen(thing: string, isShown = true): void {
  useMarkSeenWhileVisible(isShown, 0, () => callApi(markNotificationSeen, { thing }))
}

/** For comments that were seen while earlier ones are unread. Marks each once. */
export function useMarkCommentNotificationsSeen(commentNos: readonly number[]): void {
  const marked = useRef(new Set<number>())
  async function mark(commentNo: number) {
    marked.current.add(commentNo)
    await callApi(markNotificationSeen, { thing: notificationTargets.comment(commentNo) }).catch(() =>
      marked.current.delete(commentNo),
    )
  }
  useMarkSeenWhileVisible(commentNos.length > 0, commentNos.join(), () =>
    Promise.all(commentNos.filter(commentNo => !marked.current.has(commentNo)).map(mark)),
  )
}

/** `upTo` is the last seen comment, 0 if none. */
export function useMarkThreadNotificationsSeen(
  thread: { hubNo: number; noteNo: number },
  upTo: number,
  isShown: boolean,
): void {
  const seen = upTo > 0 ? { ...thread, commentNo: upTo } : thread
  useMarkSeenWhileVisible(isShown, upTo, () => callApi(markThreadNotificationsSeen, seen))
}
