import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import {
  type SaveFailure,
  saveFailureOfError,
} from '#client/features/notes/editor/saving/note.saveFailure.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'

/** Which unsent note goes next, and when: pure, so every way in which a line can break is tested without one. */

export type OutboxNote = LeftDraft & { askedAt: number }

/** How sending one ended. */
export type Outcome =
  | { kind: 'sent'; noteNo: number }
  /** Somebody has to decide; the others go on. `nowOn`: the note that a new one has become by an earlier attempt. */
  | { kind: 'stuck'; trouble: SaveFailure; nowOn?: number }
  /** The line is lost, or the server: the others would fare no better. */
  | { kind: 'lost' }
  | { kind: 'tooOften'; seconds: number }
  /** Whoever wrote it is not signed in any more. */
  | { kind: 'signedOut' }

export interface Queue {
  /** Of the notes that are waiting, in the order in which their saving was asked for. */
  waiting: readonly OutboxNote[]
  /** Nothing is sent before, in milliseconds since 1970. */
  notBefore: number
  /** How often the line was found lost since somebody said that it may be back. */
  timesLost: number
  /** Sent or stuck, as they were then: should the device not have kept that, they are not sent over and over. */
  done: ReadonlySet<string>
}

export type QueueEvent =
  | { type: 'found'; drafts: readonly LeftDraft[] }
  /** The line is back, or somebody is: no reason to wait any longer. */
  | { type: 'woken' }
  | { type: 'ended'; note: OutboxNote; outcome: Outcome; at: number }

/**
 * A browser may tell of a line before that carries anything, and a line may be back before anybody has noticed that it was gone. Each
 * pause is twice the one before. In milliseconds.
 */
const TRIED_AGAIN_AFTER_MS = { first: 1_000, most: 15_000 }

export const emptyQueue: Queue = { waiting: [], notBefore: 0, timesLost: 0, done: new Set() }

export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'found':
      return { ...queue, waiting: waitingOf(event.drafts, queue.done) }
    case 'woken':
      return { ...queue, notBefore: 0, timesLost: 0 }
    case 'ended': {
      const pauseMs = pauseAfter(event.outcome, queue.timesLost)
      const timesLost = event.outcome.kind === 'lost' ? queue.timesLost + 1 : 0
      const done = pauseMs === 0 ? new Set([...queue.done, nameOf(event.note)]) : queue.done
      return { ...queue, notBefore: event.at + pauseMs, timesLost, done }
    }
  }
}

/** What to do now: send a note, come back at a time, or nothing until something changes. */
export function nextStep(
  { waiting, notBefore }: Queue,
  now: number,
): { send: OutboxNote } | { at: number } | null {
  const [first] = waiting
  if (first === undefined || notBefore === Number.POSITIVE_INFINITY) return null
  return now < notBefore ? { at: notBefore } : { send: first }
}

export function isPending(draft: LeftDraft): draft is OutboxNote {
  return draft.askedAt !== undefined
}

/** Whether it is to be sent, and nobody has to decide anything before. */
export function isWaiting(draft: LeftDraft): draft is OutboxNote {
  return isPending(draft) && draft.trouble === undefined
}

/**
 * Those that go by themselves; the others wait for their writer. What was refused is tried once more whenever the product is
 * opened: there may be room by now.
 */
function waitingOf(drafts: readonly LeftDraft[], done: ReadonlySet<string>): OutboxNote[] {
  return drafts
    .filter(isPending)
    .filter(({ trouble: saveFailure }) => saveFailure === undefined || saveFailure.kind === 'refused')
    .filter(note => !done.has(nameOf(note)))
    .sort((one, other) => one.askedAt - other.askedAt)
}

/** Whatever is written on it later is another one. */
const nameOf = ({ requestKey, keptAt }: OutboxNote) => `${requestKey}/${keptAt}`

function pauseAfter(outcome: Outcome, timesLost: number): number {
  switch (outcome.kind) {
    case 'sent':
    case 'stuck':
      return 0
    case 'lost':
      return Math.min(TRIED_AGAIN_AFTER_MS.first * 2 ** timesLost, TRIED_AGAIN_AFTER_MS.most)
    case 'tooOften':
      return Math.max(1, outcome.seconds) * 1_000
    case 'signedOut':
      return Number.POSITIVE_INFINITY
  }
}

/** What a failed call says about the note that it was to bring. */
export function outcomeOfError(error: unknown, noteNo: number | null): Outcome {
  const saveFailure = saveFailureOfError(error, noteNo)
  if (saveFailure) return { kind: 'stuck', trouble: saveFailure }
  if (error instanceof CallFailed && error.code === 'tooMany')
    return { kind: 'tooOften', seconds: error.retryAfterSeconds }
  if (error instanceof CallFailed && !error.isPassing) return { kind: 'signedOut' }
  return { kind: 'lost' }
}
