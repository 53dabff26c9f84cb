import { useEffect, useState } from 'react'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'

/**
 * False from the moment on at which this user is told to be in the hub no longer, until they are told to be taken in
 * again, or may have missed that: what is then fetched tells it.
 */
export function useMembership(hubNo: number): boolean {
  const [goneNo, setGoneNo] = useState<number | null>(null)
  useEffect(() => {
    return asOne([
      onEvent('hub:removed', told => told.hubNo === hubNo && setGoneNo(hubNo)),
      onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && setGoneNo(null)),
      onResync(() => setGoneNo(null)),
    ])
  }, [hubNo])
  return goneNo !== hubNo
}
