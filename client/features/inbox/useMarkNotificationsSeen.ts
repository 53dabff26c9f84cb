import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { newNotificationsAtom } from '#client/live/notifications.count.ts'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { markNotificationSeen, markThreadNotificationsSeen } from '#protocol/inbox.ts'

/** Calls `markSeen` while the target is visible and the user has any new notifications. */
function useMarkSeenWhileVisible(isShown: boolean, upTo: number, markSeen: () => Promise<unknown>): void {
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

/** `upTo` is the last seen comment, 0 if none. */
export function useMarkThreadNotificationsSeen(
  thread: { hubNo: number; noteNo: number },
  upTo: number,
  isShown: boolean,
): void {
  const seen = upTo > 0 ? { ...thread, commentNo: upTo } : thread
  useMarkSeenWhileVisible(isShown, upTo, () => callApi(markThreadNotificationsSeen, seen))
}
