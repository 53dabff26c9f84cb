import { useEffect, useRef, useState } from 'react'
import { emitVolatile, onEvent } from '#client/live/eventBus.ts'
import { COMPOSING_PERIOD_MS } from '#protocol/limits.ts'

/** Somebody who is heard no more for this long has stopped writing. */
const SILENT_AFTER_MS = 2.5 * COMPOSING_PERIOD_MS

/** The names of the others who are writing a comment right now. */
export function useComposers(hubNo: number, noteNo: number, myNo: number): string[] {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())

  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>()
    const isHere = (told: { hubNo: number; noteNo: number }) => told.hubNo === hubNo && told.noteNo === noteNo

    function stop(userNo: number) {
      clearTimeout(timers.get(userNo))
      timers.delete(userNo)
      setNames(known => new Map([...known].filter(([no]) => no !== userNo)))
    }

    const stops = [
      onEvent('comment:composing', told => {
        const { userNo, userName } = told
        if (!isHere(told) || userNo === myNo) return
        clearTimeout(timers.get(userNo))
        timers.set(
          userNo,
          setTimeout(() => stop(userNo), SILENT_AFTER_MS),
        )
        setNames(known => new Map(known).set(userNo, userName))
      }),
      onEvent('comment:posted', told => isHere(told) && stop(told.comment.writerNo)),
    ]
    return () => {
      for (const stopHearing of stops) stopHearing()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [hubNo, noteNo, myNo])

  return [...names.values()]
}

/** Tells the others, from time to time, that one is writing; what was sent is told by itself. */
export function useTellingComposing(hubNo: number, noteNo: number) {
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  return {
    tellComposing() {
      const now = performance.now()
      if (now - toldAt.current < COMPOSING_PERIOD_MS) return
      toldAt.current = now
      emitVolatile('comment:composing', { hubNo, noteNo })
    },
    beginAnew() {
      toldAt.current = Number.NEGATIVE_INFINITY
    },
  }
}
