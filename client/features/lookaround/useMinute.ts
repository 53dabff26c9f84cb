import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { SAMPLE_MINUTE_SECONDS, sampleMinute } from './content/minute.ts'
import { begunAnew, elapsedOf, hasEnded, minuteAt, newClock, ticked } from './lookaround.minute.ts'
import { nothingSeen } from './lookaround.unread.ts'

const TICK_MS = 1_000

/** One minute a visit: whoever walks from screen to screen takes it along. Who wants less motion starts it by hand. */
export const minuteClockAtom = atom(newClock(window.matchMedia('(prefers-reduced-motion: reduce)').matches))
export const minuteAtom = atom(get => minuteAt(sampleMinute, elapsedOf(get(minuteClockAtom))))
export const seenAtom = atom(nothingSeen)

const pauseAtom = atom(null, (_, set, isPaused: boolean) =>
  set(minuteClockAtom, clock => ({ ...clock, isPaused })),
)
const replayAtom = atom(null, (_, set) => {
  set(minuteClockAtom, begunAnew)
  set(seenAtom, nothingSeen)
})

/** Lets the minute pass, up to so many seconds of it, while the tab is looked at. Use it once on a screen. */
export function useMinuteRunning(until = SAMPLE_MINUTE_SECONDS): void {
  const clock = useAtomValue(minuteClockAtom)
  const setClock = useSetAtom(minuteClockAtom)
  const isVisible = useIsTabVisible()
  const isRunning = isVisible && !clock.isPaused && elapsedOf(clock) < until

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setClock(before => ticked(before, Date.now())), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning, setClock])
}

/** How the minute stands, and what its buttons do. */
export function useMinuteControls() {
  const clock = useAtomValue(minuteClockAtom)
  const setPaused = useSetAtom(pauseAtom)
  const replay = useSetAtom(replayAtom)
  const elapsed = elapsedOf(clock)
  const state = hasEnded(clock) ? 'ended' : clock.isPaused ? 'paused' : 'playing'
  return { elapsed, state, setPaused, replay } as const
}
