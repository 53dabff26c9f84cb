import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { newNotificationsAtom } from '#client/live/notifications.count.ts'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { markNotificationSeen, markThreadNotificationsSeen } from '#protocol/inbox.ts'

/** Whoever has a thing before their eyes is told of it no more: `publish` says so, while anything at all is new to them. */
function useLooking(isShown: boolean, upTo: number, tell: () => Promise<unknown>): void {
  const count = useAtomValue(newNotificationsAtom)
  const isVisible = useIsTabVisible()
  // What is not told now is told with the next look.
  const look = useEffectEvent(() => void tell().catch(() => undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came since may be about this very thing
  useEffect(() => {
    if (isShown && isVisible && count > 0) look()
  }, [isShown, isVisible, count, upTo])
}

/** `item`: by `notificationTargets`. */
export function useMarkNotificationsSeen(thing: string, isShown = true): void {
  useLooking(isShown, 0, () => callApi(markNotificationSeen, { thing }))
}

/** `upTo`: the last comment that was seen, 0 while none was. */
export function useMarkThreadNotificationsSeen(
  place: { hubNo: number; noteNo: number },
  upTo: number,
  isShown: boolean,
): void {
  const seen = upTo > 0 ? { ...place, commentNo: upTo } : place
  useLooking(isShown, upTo, () => callApi(markThreadNotificationsSeen, seen))
}
