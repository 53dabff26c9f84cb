import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { newNewsAtom } from '#client/live/news.count.ts'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { markNewsSeen, markThreadNewsSeen } from '#protocol/inbox.ts'

/** Whoever has a thing before their eyes is told of it no more: `tell` says so, while anything at all is new to them. */
function useLooking(isShown: boolean, upTo: number, tell: () => Promise<unknown>): void {
  const count = useAtomValue(newNewsAtom)
  const isVisible = useIsTabVisible()
  // What is not told now is told with the next look.
  const look = useEffectEvent(() => void tell().catch(() => undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came since may be about this very thing
  useEffect(() => {
    if (isShown && isVisible && count > 0) look()
  }, [isShown, isVisible, count, upTo])
}

/** `thing`: by `newsThings`. */
export function useNewsSeen(thing: string, isShown = true): void {
  useLooking(isShown, 0, () => callApi(markNewsSeen, { thing }))
}

/** `upTo`: the last comment that was seen, 0 while none was. */
export function useThreadNewsSeen(
  place: { hubNo: number; noteNo: number },
  upTo: number,
  isShown: boolean,
): void {
  const seen = upTo > 0 ? { ...place, commentNo: upTo } : place
  useLooking(isShown, upTo, () => callApi(markThreadNewsSeen, seen))
}
