import { useEffect, useRef } from 'react'
import { useIsTabVisible } from '#client/platform/useIsTabVisible.ts'
import { readUpTo } from './discussion.queries.ts'

/**
 * Marks as read what a visible tab has shown, each time when that is more than before. `seen` is the newest share of
 * others on the screen; 0 when the hub's first page has none, null when there is nothing to tell.
 */
export function useMarkingRead(hubNo: number, seen: number | null): void {
  const isVisible = useIsTabVisible()
  const told = useRef(-1)

  useEffect(() => {
    if (!isVisible || seen === null || seen <= told.current) return
    const before = told.current
    told.current = seen
    // Unreached, it is told with the next share or the next visit.
    readUpTo(hubNo, seen).catch(() => {
      told.current = before
    })
  }, [isVisible, hubNo, seen])
}
