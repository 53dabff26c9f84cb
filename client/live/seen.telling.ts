import { SEEN_TOLD_MAX } from '#protocol/limits.ts'

/** A tab tells no oftener, in milliseconds. */
const TOLD_EVERY_MS = 1_000

/**
 * Gathers what was seen, by its numbers, and tells it: the first at once, all else once a second. What did not arrive is told with what
 * comes next, or after the break.
 */
export function createSeenTelling(tell: (numbers: number[]) => Promise<void>) {
  const waiting = new Set<number>()
  /** What did not arrive waits for something else to be told. */
  const lost = new Set<number>()
  let pause: ReturnType<typeof setTimeout> | undefined

  function send(): void {
    const numbers = [...waiting, ...lost].slice(0, SEEN_TOLD_MAX)
    for (const number of numbers) {
      waiting.delete(number)
      lost.delete(number)
    }
    tell(numbers).catch(() => {
      for (const number of numbers) lost.add(number)
    })
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
    tryAgain(): void {
      for (const number of lost) waiting.add(number)
      lost.clear()
      sendUnlessPausing()
    },
    /** Tells what is left at once. */
    finish(): void {
      clearTimeout(pause)
      pause = undefined
      if (waiting.size > 0) send()
    },
  }
}
