import { useCallback } from 'react'
import { useTellingSeen } from '#client/platform/useTellingSeen.ts'
import { readUpTo } from './discussion.queries.ts'

/**
 * Marks as read what is shown. `seen` is the newest share of others on the screen; 0 when the hub's first page has none,
 * null when there is nothing to tell.
 */
export function useMarkingRead(hubNo: number, seen: number | null): void {
  useTellingSeen(
    seen,
    useCallback(seq => readUpTo(hubNo, seq), [hubNo]),
  )
}
