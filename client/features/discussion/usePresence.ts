import { useEffect, useState } from 'react'
import { emitVolatile, onEvent, onResync } from '#client/live/eventBus.ts'
import {
  nobodyLooks,
  type Presence,
  presentNos,
  readersOf,
  withDoubts,
  withoutExpired,
  withoutNode,
  withPresence,
} from './presence.reducer.ts'

const LOOKED_AFTER_EVERY_MS = 1_000

/** Says that this tab looks at the hub's discussion, while it is visible, and hears who else does. */
export function usePresence(hubNo: number): ReadonlySet<number> {
  return presentNos(useLooking(hubNo))
}

/** The same of a note in the hub: hears who else has it open. */
export function useReaders(hubNo: number, noteNo: number): ReadonlySet<number> {
  return readersOf(useLooking(hubNo, noteNo), noteNo)
}

function useLooking(hubNo: number, noteNo?: number): Presence {
  const [present, setPresent] = useState(nobodyLooks)

  useEffect(() => {
    const say = () => {
      if (document.visibilityState !== 'visible') return emitVolatile('presence:leave', { hubNo })
      emitVolatile('presence:enter', { hubNo, ...(noteNo !== undefined && { noteNo }) })
    }
    say()
    document.addEventListener('visibilitychange', say)
    const expiring = setInterval(
      () => setPresent(known => withoutExpired(known, Date.now())),
      LOOKED_AFTER_EVERY_MS,
    )
    const stops = [
      onResync(() => {
        setPresent(known => withDoubts(known, Date.now()))
        say()
      }),
      // What was said before one was in the hub was not heard.
      onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && say()),
      onEvent('node:gone', ({ nodeId }) => setPresent(known => withoutNode(known, nodeId))),
      onEvent('presence:changed', told => {
        if (told.hubNo === hubNo) setPresent(known => withPresence(known, told, Date.now()))
      }),
    ]
    return () => {
      document.removeEventListener('visibilitychange', say)
      clearInterval(expiring)
      for (const stop of stops) stop()
      emitVolatile('presence:leave', { hubNo })
    }
  }, [hubNo, noteNo])

  return present
}
