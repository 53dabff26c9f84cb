import { useEffect, useRef, useState } from 'react'
import { type ShareDelay, startShareDelay } from './share.delay.ts'

/** Puts a sharing off for as long as it can be taken back. Closing what shows it sends at once. */
export function useShareDelay(send: () => void) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const delay = useRef<ShareDelay | null>(null)

  useEffect(() => () => delay.current?.sendNow(), [])

  return {
    /** Null while nothing waits. */
    secondsLeft,
    begin() {
      delay.current?.takeBack()
      delay.current = startShareDelay({ send, onLeft: setSecondsLeft })
    },
    sendNow: () => delay.current?.sendNow(),
    takeBack: () => delay.current?.takeBack(),
  }
}
