/** How long the page waits for a part of the browser that answers within milliseconds when it works. */
const ANSWERS_WITHIN_MS = 1_500

/** A part of the browser, or a person, has not answered in time. */
export class TimedOut extends Error {
  override name = 'TimedOut'
}

/** Settles as `work` does. Rejects with TimedOut after the limit, and also when `work` throws instead of returning a promise. */
export function withTimeLimit<Result>(
  work: () => Result | PromiseLike<Result>,
  ms = ANSWERS_WITHIN_MS,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const stop = countDown(ms, () => reject(new TimedOut()))
    const running = new Promise<Result>(started => started(work()))
    running.then(resolve, reject).finally(stop)
  })
}

/**
 * Counts in quarters: while the page is busy, or the device sleeps, only one of them passes, and an answer that came
 * meanwhile is heard before the next.
 */
export function countDown(ms: number, end: () => void): () => void {
  let quarters = 4
  const timer = setInterval(() => {
    quarters--
    if (quarters > 0) return
    clearInterval(timer)
    end()
  }, ms / 4)
  return () => clearInterval(timer)
}
