import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { SEEN_TOLD_MAX } from '#protocol/limits.ts'

/** A tab tells no oftener, in milliseconds. */
const TOLD_EVERY_MS = 1_000
/** After how long what did not arrive is told again, in milliseconds: twice as long each time, up to the longest. */
const TOLD_AGAIN_AFTER_MS = 4_000
const TOLD_AGAIN_AFTER_AT_MOST_MS = 64_000

/**
 * Gathers what was seen, by its numbers, and tells it: the first at once, all else once a second. What did not arrive is told with what
 * comes next, after the break, or after a while: a call may fail over a line that stands.
 */
export function createSeenReporter(tell: (numbers: number[]) => Promise<void>) {
  const waiting = new Set<number>()
  /** What did not arrive. */
  const lost = new Set<number>()
  let pause: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let againAfterMs = TOLD_AGAIN_AFTER_MS
  let hasFinished = false

  function send(): void {
    const numbers = [...waiting, ...lost].slice(0, SEEN_TOLD_MAX)
    for (const number of numbers) {
      waiting.delete(number)
      lost.delete(number)
    }
    tell(numbers).then(
      () => {
        againAfterMs = TOLD_AGAIN_AFTER_MS
      },
      error => {
        if (canArrive(error)) keep(numbers)
      },
    )
  }

  function keep(numbers: readonly number[]): void {
    if (hasFinished) return
    for (const number of numbers) lost.add(number)
    clearTimeout(again)
    again = setTimeout(tryAgain, againAfterMs)
    againAfterMs = Math.min(2 * againAfterMs, TOLD_AGAIN_AFTER_AT_MOST_MS)
  }

  function tryAgain(): void {
    clearTimeout(again)
    for (const number of lost) waiting.add(number)
    lost.clear()
    sendUnlessPausing()
  }

  function sendUnlessPausing(): void {
    if (pause !== undefined || waiting.size === 0) return
    send()
    pause = setTimeout(() => {
      pause = undefined
      sendUnlessPausing()
    }, TOLD_EVERY_MS)
  }

  return {
    add(number: number): void {
      waiting.add(number)
      sendUnlessPausing()
    },
    tryAgain,
    /** Tells what is left at once, for the last time. */
    finish(): void {
      clearTimeout(pause)
      clearTimeout(again)
      pause = undefined
      hasFinished = true
      if (waiting.size + lost.size > 0) send()
    },
  }
}

/** Not what was refused, as to somebody who is in the room no longer. */
const canArrive = (error: unknown) =>
  !(error instanceof CallFailed) || error.isPassing || error.code === 'tooMany'
