import { startTransition, useEffect, useState } from 'react'

/**
 * The value, once the frame in which it changed has been painted: what is drawn from it takes longer than a key may, and a deferred
 * value alone would be worked on while the frame of the key is still to come.
 */
export function useOncePainted<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => startTransition(() => setPainted(() => value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
    }
  }, [value])
  return painted
}
