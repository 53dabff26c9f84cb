import { useCallback, useEffect, useMemo, useState } from 'react'
import { onResync } from '#client/live/eventBus.ts'
import { createSeenReporter } from '#client/live/seen.ts'
import { reportSeen } from './discussion.queries.ts'

export type SeenReporter = ReturnType<typeof useSeenReporter>

/** Reports seen notes to the server. */
export function useSeenReporter(hubNo: number) {
  /** Notes that this tab has reported since the last "mark all as read". Their cards stay marked as new. */
  const [reported, setReported] = useState<ReadonlySet<number>>(new Set())
  const reporter = useMemo(() => createSeenReporter(seqs => reportSeen(hubNo, seqs)), [hubNo])

  useEffect(() => {
    const stop = onResync(reporter.retry)
    return () => {
      stop()
      reporter.finish()
    }
  }, [reporter])

  const markSeen = useCallback(
    (seq: number) => {
      setReported(before => new Set(before).add(seq))
      reporter.add(seq)
    },
    [reporter],
  )
  return { reported, markSeen, reset: () => setReported(new Set()) }
}
