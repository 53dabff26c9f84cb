import { useEffect, useState } from 'react'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { announceWriting } from './note.presence.ts'

/** Whether another tab of this browser has the same note open for writing. */
export function useOtherTabs(userNo: number, noteNo: number | null): boolean {
  const [hasOthers, setHasOthers] = useState(false)
  useEffect(() => {
    if (noteNo === null) return
    let stop: (() => void) | null = null
    const start = () => {
      stop ??= announceWriting({
        what: `${userNo}/note/${noteNo}`,
        tab: makeRequestKey(),
        onChange: setHasOthers,
      })
    }
    const end = () => {
      stop?.()
      stop = null
      setHasOthers(false)
    }
    start()
    // A page that is left may be kept, and come back as it was.
    const listening = new AbortController()
    window.addEventListener('pagehide', end, listening)
    window.addEventListener('pageshow', start, listening)
    return () => {
      listening.abort()
      end()
    }
  }, [userNo, noteNo])
  return hasOthers
}
