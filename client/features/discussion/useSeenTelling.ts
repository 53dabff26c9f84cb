import { useCallback, useEffect, useMemo, useState } from 'react'
import { onResync } from '#client/live/eventBus.ts'
import { createSeenTelling } from '#client/live/seen.telling.ts'
import { tellSeen } from './discussion.queries.ts'

/** Tells the server what was seen of a hub. */
export function useSeenTelling(hubNo: number) {
  /** What this tab itself has told, until everything counts as read: its cards stay marked as new while they are read. */
  const [told, setTold] = useState<ReadonlySet<number>>(new Set())
  const telling = useMemo(() => createSeenTelling(seqs => tellSeen(hubNo, seqs)), [hubNo])

  useEffect(() => {
    const stop = onResync(telling.tryAgain)
    return () => {
      stop()
      telling.finish()
    }
  }, [telling])

  const see = useCallback(
    (seq: number) => {
      setTold(before => new Set(before).add(seq))
      telling.add(seq)
    },
    [telling],
  )
  return { told, see, forget: () => setTold(new Set()) }
}
