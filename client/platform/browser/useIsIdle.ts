import { useEffect, useState } from 'react'
import { whenIdle } from './idle.ts'

/** Whether the screen has been drawn and rests since: for what its first look does without. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}
