import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import type { SampleEvent, SampleMoment } from './content/types.ts'

/** A played event, with its second. */
export type PlayedEvent<Kind extends SampleEvent['kind']> = Extract<SampleEvent, { kind: Kind }> & {
  atSeconds: number
}

/** The state of the sample rooms after some seconds of the script. */
export interface MinuteState {
  /** Shares, comments, reactions and highlights in the order of time. */
  shared: readonly PlayedEvent<'shared'>[]
  commented: readonly PlayedEvent<'commented'>[]
  reacted: readonly PlayedEvent<'empathized'>[]
  highlighted: readonly PlayedEvent<'highlighted'>[]
  /** Friends who are typing now. */
  composing: readonly PlayedEvent<'composing'>[]
}

/** Plays a script up to and including `elapsed` seconds. The moments may be in any order. */
export function minuteAt(script: readonly SampleMoment[], elapsed: number): MinuteState {
  const past = script
    .filter(({ atSeconds }) => atSeconds <= elapsed)
    .sort((a, b) => a.atSeconds - b.atSeconds)
    .map(({ atSeconds, event }) => ({ ...event, atSeconds }))
  return {
    shared: past.filter(event => event.kind === 'shared'),
    commented: past.filter(event => event.kind === 'commented'),
    reacted: past.filter(event => event.kind === 'empathized'),
    highlighted: past.filter(event => event.kind === 'highlighted'),
    composing: past
      .filter(event => event.kind === 'composing')
      .filter(({ untilSeconds }) => elapsed < untilSeconds),
  }
}

/** The second of the first share; the whole minute if there is none. */
export function firstShareOf(script: readonly SampleMoment[]): number {
  const shares = script.filter(({ event }) => event.kind === 'shared')
  return Math.min(SAMPLE_MINUTE_SECONDS, ...shares.map(({ atSeconds }) => atSeconds))
}

/** The clock of the script. It counts played seconds, so it can pause. */
export interface MinuteClock {
  /** How often the script was restarted. */
  round: number
  /** The epoch milliseconds at which each played second ended. */
  ticks: readonly number[]
  isPaused: boolean
}

export const newClock = (isPaused: boolean): MinuteClock => ({ round: 0, ticks: [], isPaused })

export const restartClock = ({ round }: MinuteClock): MinuteClock => ({
  round: round + 1,
  ticks: [],
  isPaused: false,
})

export const elapsedOf = ({ ticks }: MinuteClock): number => ticks.length

export const hasEnded = ({ ticks }: MinuteClock): boolean => ticks.length >= SAMPLE_MINUTE_SECONDS

/** Advances by a second; returns the same clock while paused or at the end. */
export function advanceClock(clock: MinuteClock, now: number): MinuteClock {
  if (clock.isPaused || hasEnded(clock)) return clock
  return { ...clock, ticks: [...clock.ticks, now] }
}

/** The ISO 8601 time at which an event was played. */
export function timeOf({ ticks }: MinuteClock, { atSeconds }: { atSeconds: number }): string {
  const tick = ticks[Math.max(0, Math.ceil(atSeconds) - 1)]
  return new Date(tick ?? 0).toISOString()
}

/** The part of the script that the visitor has seen. */
export interface SeenState {
  /** Seen shares, by room. */
  shares: ReadonlyMap<number, number>
  /** Opened notes. */
  notes: ReadonlySet<number>
  /** Seen comments, by thread. */
  comments: ReadonlyMap<string, number>
}

export const NOTHING_SEEN: SeenState = { shares: new Map(), notes: new Set(), comments: new Map() }

/** The unread count of a room. */
export function unreadOf({ shared }: MinuteState, seen: SeenState, hubNo: number): number {
  return shared.filter(share => share.hubNo === hubNo).length - (seen.shares.get(hubNo) ?? 0)
}

interface Thread {
  hubNo: number
  noteNo: number
}

const threadKey = ({ hubNo, noteNo }: Thread) => `${hubNo} ${noteNo}`

/** The played comments of a thread. */
export function playedCommentsOf({ commented }: MinuteState, { hubNo, noteNo }: Thread) {
  return commented.filter(({ comment }) => comment.hubNo === hubNo && comment.noteNo === noteNo)
}

/** The played highlights in a note. */
export function playedHighlightsOf({ highlighted }: MinuteState, { hubNo, noteNo }: Thread) {
  return highlighted.filter(event => event.hubNo === hubNo && event.noteNo === noteNo)
}

export function hasNewComments(minute: MinuteState, seen: SeenState, thread: Thread): boolean {
  return playedCommentsOf(minute, thread).length > (seen.comments.get(threadKey(thread)) ?? 0)
}

/** Marks the first `count` shares of a room as seen. Never lowers the count. */
export function markSharesSeen(seen: SeenState, hubNo: number, count: number): SeenState {
  if (count <= (seen.shares.get(hubNo) ?? 0)) return seen
  return { ...seen, shares: new Map(seen.shares).set(hubNo, count) }
}

/** Marks a note as opened and `count` played comments as seen. */
export function markNoteSeen(seen: SeenState, thread: Thread, count: number): SeenState {
  if (seen.notes.has(thread.noteNo) && seen.comments.get(threadKey(thread)) === count) return seen
  return {
    ...seen,
    notes: new Set(seen.notes).add(thread.noteNo),
    comments: new Map(seen.comments).set(threadKey(thread), count),
  }
}
