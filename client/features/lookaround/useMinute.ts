import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useIsTabVisible } from '#client/platform/browser/device.ts'
import { SAMPLE_MINUTE_SECONDS, sampleMinute } from './content/minute.ts'
import {
  advanceClock,
  elapsedOf,
  hasEnded,
  minuteAt,
  NOTHING_SEEN,
  newClock,
  restartClock,
} from './lookaround.minute.ts'

const TICK_MS = 1_000

/** One script per visit, shared by all screens. With reduced motion it starts paused, but not before a prerendered page is hydrated. */
export const minuteClockAtom = atom(newClock(false))
minuteClockAtom.onMount = setClock => {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches)
    setClock(clock => (elapsedOf(clock) === 0 && clock.round === 0 ? newClock(true) : clock))
}
export const minuteAtom = atom(get => minuteAt(sampleMinute, elapsedOf(get(minuteClockAtom))))
export const seenAtom = atom(NOTHING_SEEN)

const pauseAtom = atom(null, (_, set, isPaused: boolean) =>
  set(minuteClockAtom, clock => ({ ...clock, isPaused })),
)
const replayAtom = atom(null, (_, set) => {
  set(minuteClockAtom, restartClock)
  set(seenAtom, NOTHING_SEEN)
})

/** Plays the script up to `until` seconds while the tab is visible. Use it once per screen. */
export function useMinuteRunning(until = SAMPLE_MINUTE_SECONDS): void {
  const clock = useAtomValue(minuteClockAtom)
  const setClock = useSetAtom(minuteClockAtom)
  const isVisible = useIsTabVisible()
  const isRunning = isVisible && !clock.isPaused && elapsedOf(clock) < until

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setClock(clock => advanceClock(clock, Date.now())), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning, setClock])
}

/** The progress of the script and its controls. */
export function useMinuteControls() {
  const clock = useAtomValue(minuteClockAtom)
  const setPaused = useSetAtom(pauseAtom)
  const replay = useSetAtom(replayAtom)
  const elapsed = elapsedOf(clock)
  const state = hasEnded(clock) ? 'ended' : clock.isPaused ? 'paused' : 'playing'
  return { elapsed, state, setPaused, replay } as const
}
