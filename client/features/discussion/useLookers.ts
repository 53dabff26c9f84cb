import { useEffect, useState } from 'react'
import { onEvent, onResync, sayInPassing } from '#client/live/eventBus.ts'
import {
  lookerNos,
  nobodyLooks,
  withDoubts,
  withLookers,
  withoutExpired,
  withoutNode,
} from './lookers.reducer.ts'

const LOOKED_AFTER_EVERY_MS = 1_000

/** Says that this tab looks at the hub's discussion, while it is visible, and hears who else does. */
export function useLookers(hubNo: number): ReadonlySet<number> {
  const [lookers, setLookers] = useState(nobodyLooks)

  useEffect(() => {
    const say = () =>
      sayInPassing(document.visibilityState === 'visible' ? 'hub:look' : 'hub:leave', { hubNo })
    say()
    document.addEventListener('visibilitychange', say)
    const expiring = setInterval(
      () => setLookers(known => withoutExpired(known, Date.now())),
      LOOKED_AFTER_EVERY_MS,
    )
    const stops = [
      onResync(() => {
        setLookers(known => withDoubts(known, Date.now()))
        say()
      }),
      // What was said before one was in the hub was not heard.
      onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && say()),
      onEvent('node:gone', ({ nodeId }) => setLookers(known => withoutNode(known, nodeId))),
      onEvent('hub:lookers', told => {
        if (told.hubNo === hubNo) setLookers(known => withLookers(known, told, Date.now()))
      }),
    ]
    return () => {
      document.removeEventListener('visibilitychange', say)
      clearInterval(expiring)
      for (const stop of stops) stop()
      sayInPassing('hub:leave', { hubNo })
    }
  }, [hubNo])

  return lookerNos(lookers)
}
