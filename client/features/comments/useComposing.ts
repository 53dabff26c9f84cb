import { useEffect, useRef, useState } from 'react'
import { emitVolatile, onEvent } from '#client/live/eventBus.ts'
import { COMPOSING_PERIOD_MS } from '#protocol/limits.ts'

/** Somebody who is heard no more for this long has stopped writing. */
const SILENT_AFTER_MS = 2.5 * COMPOSING_PERIOD_MS

interface Composing {
  noteNo: number
  userNo: number
  userName: string
}

const NOBODY: readonly string[] = []

/** The names of the others who are writing a comment right now, by the note about which they write. */
export function useComposersInHub(hubNo: number, myNo: number): ReadonlyMap<number, readonly string[]> {
  const [composing, setComposing] = useState<readonly Composing[]>([])

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()

    function stop(noteNo: number, userNo: number) {
      const key = `${noteNo} ${userNo}`
      clearTimeout(timers.get(key))
      if (timers.delete(key)) setComposing(known => without(known, noteNo, userNo))
    }

    const stops = [
      onEvent('comment:composing', ({ hubNo: writtenIn, noteNo, userNo, userName }) => {
        if (writtenIn !== hubNo || userNo === myNo) return
        const key = `${noteNo} ${userNo}`
        const isKnown = timers.has(key)
        clearTimeout(timers.get(key))
        timers.set(
          key,
          setTimeout(() => stop(noteNo, userNo), SILENT_AFTER_MS),
        )
        if (!isKnown) setComposing(known => [...without(known, noteNo, userNo), { noteNo, userNo, userName }])
      }),
      onEvent('comment:posted', told => told.hubNo === hubNo && stop(told.noteNo, told.comment.writerNo)),
    ]
    return () => {
      for (const unsubscribe of stops) unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      setComposing([])
    }
  }, [hubNo, myNo])

  const names = new Map<number, string[]>()
  for (const { noteNo, userName } of composing) names.set(noteNo, [...(names.get(noteNo) ?? []), userName])
  return names
}

function without(composing: readonly Composing[], noteNo: number, userNo: number): Composing[] {
  return composing.filter(known => known.noteNo !== noteNo || known.userNo !== userNo)
}

/** The same about one note. */
export function useComposers(hubNo: number, noteNo: number, myNo: number): readonly string[] {
  return useComposersInHub(hubNo, myNo).get(noteNo) ?? NOBODY
}

/** The same about all notes of a hub, each once. */
export function useComposersAnywhere(hubNo: number, myNo: number): readonly string[] {
  return [...new Set([...useComposersInHub(hubNo, myNo).values()].flat())]
}

/** Tells the others, from time to time, that one is writing; what was sent is told by itself. */
export function useComposingReport(hubNo: number, noteNo: number) {
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  return {
    sendTyping() {
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
