import { useEffect, useState } from 'react'
import { onEvent } from '#client/platform/socket.ts'

/** False from the moment on at which this user is in the hub no longer, until they are taken in again. */
export function useMembership(hubNo: number): boolean {
  const [goneNo, setGoneNo] = useState<number | null>(null)
  useEffect(() => {
    const stops = [
      onEvent('hub:removed', told => told.hubNo === hubNo && setGoneNo(hubNo)),
      onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && setGoneNo(null)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [hubNo])
  return goneNo !== hubNo
}
