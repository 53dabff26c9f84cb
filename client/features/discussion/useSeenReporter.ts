import { useCallback, useEffect, useMemo, useState } from 'react'
import { onResync } from '#client/live/eventBus.ts'
import { createSeenReporter } from '#client/live/seen.reporter.ts'
import { tellSeen } from './discussion.queries.ts'

/** Tells the server what was seen of a hub. */
export function useSeenReporter(hubNo: number) {
  /** What this tab itself has told, until everything counts as read: its cards stay marked as new while they are read. */
  const [told, setTold] = useState<ReadonlySet<number>>(new Set())
  const reporter = useMemo(() => createSeenReporter(seqs => tellSeen(hubNo, seqs)), [hubNo])

  useEffect(() => {
    const stop = onResync(reporter.tryAgain)
    return () => {
      stop()
      reporter.finish()
    }
  }, [reporter])

  const see = useCallback(
    (seq: number) => {
      setTold(before => new Set(before).add(seq))
      reporter.add(seq)
    },
    [reporter],
  )
  return { told, see, forget: () => setTold(new Set()) }
}
