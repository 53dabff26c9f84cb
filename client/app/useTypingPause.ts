import { useEffect, useRef, useState } from 'react'

/** The user is typing until this time has passed without input, in milliseconds. */
const PAUSE_MS = 1_000

/** Turns true after `isAwaited` does, once the user is not typing. A dialog that takes the focus earlier would take the next letters. */
export function useTypingPause(isAwaited: boolean): boolean {
  const [isPaused, setPaused] = useState(false)
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const rememberTime = () => {
      typedAt.current = performance.now()
    }
    document.addEventListener('input', rememberTime)
    return () => document.removeEventListener('input', rememberTime)
  }, [])

  useEffect(() => {
    if (!isAwaited) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      const remaining = typedAt.current + PAUSE_MS - performance.now()
      if (remaining <= 0) setPaused(true)
      else timer = setTimeout(check, remaining)
    }
    check()
    return () => {
      clearTimeout(timer)
      setPaused(false)
    }
  }, [isAwaited])
  return isAwaited && isPaused
}
