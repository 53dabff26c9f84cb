/** Safari has no `requestIdleCallback`. In milliseconds. */
const FALLBACK_DELAY_MS = 200

/** Calls `run` once the page is loaded and idle. */
export function whenIdle(run: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, FALLBACK_DELAY_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}

/** In milliseconds. Browser APIs that work respond within a few milliseconds. */
const DEFAULT_LIMIT_MS = 1_500

/** A browser API, or the user, has not responded in time. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError'
}

/** Settles as `work` does. Rejects with TimeLimitError after the limit, and also when `work` throws instead of returning a promise. */
export function withTimeLimit<Result>(
  work: () => Result | PromiseLike<Result>,
  ms = DEFAULT_LIMIT_MS,
): Promise<Result> {
  return withTimeout(new Promise<Result>(started => started(work())), ms, () => new TimeLimitError())
}

/** Settles as the promise does, or rejects with the error after `ms` milliseconds. */
export function withTimeout<Result>(
  promise: Promise<Result>,
  ms: number,
  makeError: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = countDown(ms, () => reject(makeError()))
    promise.then(resolve, reject).finally(cancel)
  })
}

/**
 * Calls `end` after `ms` milliseconds, counted in quarters. While the page is busy or the device sleeps only one quarter passes, so a
 * response that arrived meanwhile is handled before the next. Returns the function that cancels it.
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

interface Throttle {
  schedule(): void
  /** Drops a scheduled call. */
  cancel(): void
}

/** Calls `run` once, `ms` milliseconds after the first of several calls of `schedule`. `run` may schedule the next call. */
export function createThrottle(run: () => void, ms: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    schedule(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, ms)
    },
    cancel(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
