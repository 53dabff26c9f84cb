import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import type { SampleEvent, SampleMoment } from './content/types.ts'

/** What a friend has done, with the whole seconds of the minute that had passed by then. */
export type Happening<Kind extends SampleEvent['kind']> = Extract<SampleEvent, { kind: Kind }> & {
  atSeconds: number
}

/** What has become of the sample rooms so many seconds into the minute. */
export interface MinuteState {
  /** In their order, as are the comments and who empathizes. */
  shared: readonly Happening<'shared'>[]
  commented: readonly Happening<'commented'>[]
  reacted: readonly Happening<'empathized'>[]
  /** Who is writing just now. */
  composing: readonly Happening<'composing'>[]
}

/** Plays a script, whose moments may stand in any order, up to and with `elapsed` seconds. */
export function minuteAt(script: readonly SampleMoment[], elapsed: number): MinuteState {
  const past = script
    .filter(({ atSeconds }) => atSeconds <= elapsed)
    .sort((a, b) => a.atSeconds - b.atSeconds)
    .map(({ atSeconds, event }) => ({ ...event, atSeconds }))
  return {
    shared: past.filter(event => event.kind === 'shared'),
    commented: past.filter(event => event.kind === 'commented'),
    reacted: past.filter(event => event.kind === 'empathized'),
    composing: past
      .filter(event => event.kind === 'composing')
      .filter(({ untilSeconds }) => elapsed < untilSeconds),
  }
}

/** When the first note is shared; the whole minute for a script in which none is. */
export function firstShareOf(script: readonly SampleMoment[]): number {
  const shares = script.filter(({ event }) => event.kind === 'shared')
  return Math.min(SAMPLE_MINUTE_SECONDS, ...shares.map(({ atSeconds }) => atSeconds))
}

/** The minute's clock. It counts what was played, so it can stand still and go on. */
export interface MinuteClock {
  /** How often it was begun anew. */
  round: number
  /** When each second of the minute was over, in milliseconds since 1970: as many as have been played. */
  ticks: readonly number[]
  isPaused: boolean
}

export const newClock = (isPaused: boolean): MinuteClock => ({ round: 0, ticks: [], isPaused })

export const begunAnew = ({ round }: MinuteClock): MinuteClock => ({
  round: round + 1,
  ticks: [],
  isPaused: false,
})

export const elapsedOf = ({ ticks }: MinuteClock): number => ticks.length

export const hasEnded = ({ ticks }: MinuteClock): boolean => ticks.length >= SAMPLE_MINUTE_SECONDS

/** A second later; the same clock when it does not run. */
export function ticked(clock: MinuteClock, now: number): MinuteClock {
  if (clock.isPaused || hasEnded(clock)) return clock
  return { ...clock, ticks: [...clock.ticks, now] }
}

/** The time at which something was played, as ISO 8601. */
export function timeOf({ ticks }: MinuteClock, { atSeconds }: { atSeconds: number }): string {
  const tick = ticks[Math.max(0, Math.ceil(atSeconds) - 1)]
  return new Date(tick ?? 0).toISOString()
}
