import { useEffect, useRef, useState } from 'react'

/** How long the user has not typed, in milliseconds. */
const PAUSE_MS = 1_000

/** Turns true after `isAwaited` does, once the user is not typing: what takes the focus would also take the next letters. */
export function useTypingPause(isAwaited: boolean): boolean {
  const [isPaused, setPaused] = useState(false)
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const noteTime = () => {
      typedAt.current = performance.now()
    }
    document.addEventListener('input', noteTime)
    return () => document.removeEventListener('input', noteTime)
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
