import { useEffect, useRef, useState } from 'react'

/**
 * The picture of a form. Shrinking a photo takes a moment; a form that is submitted meanwhile waits for it.
 */
export function usePictureChoice<Choice>(initial: Choice) {
  const [choice, setChoice] = useState(initial)
  const latest = useRef(initial)
  const processing = useRef<Promise<boolean> | null>(null)
  const isUnmounted = useRef(false)

  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  return {
    choice,
    choose(next: Choice) {
      latest.current = next
      setChoice(next)
    },
    /** Tracks a file in processing. `processed` resolves with whether the file became a picture. */
    trackProcessing(processed: Promise<boolean>) {
      processing.current = processed
      void processed.then(() => {
        if (processing.current === processed) processing.current = null
      })
    },
    /**
     * Waits for processing and returns the choice to send; undefined if the file was no picture or the form
     * was unmounted.
     */
    async resolveChoice(): Promise<Choice | undefined> {
      for (let processed = processing.current; processed !== null; processed = processing.current)
        if (!(await processed)) return undefined
      return isUnmounted.current ? undefined : latest.current
    },
    isUnchangedSince: (sent: Choice) => latest.current === sent,
  }
}
