import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { SEEN_SEQS_MAX } from '#protocol/limits.ts'

/** Minimum interval between reports, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000
/** First retry delay in milliseconds. It doubles up to the maximum. */
const RETRY_MS = 4_000
const RETRY_MAX_MS = 64_000

/**
 * Collects seen numbers and reports them: the first at once, the rest once a second. Failed reports are sent
 * with the next one, after a reconnect, or after a delay, because a request may fail on a working
 * connection.
 */
export function createSeenReporter(report: (numbers: number[]) => Promise<void>) {
  const pending = new Set<number>()
  const failed = new Set<number>()
  let throttleTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryMs = RETRY_MS
  let hasFinished = false

  function send(): void {
    const numbers = [...pending, ...failed].slice(0, SEEN_SEQS_MAX)
    for (const number of numbers) {
      pending.delete(number)
      failed.delete(number)
    }
    report(numbers).then(
      () => {
        retryMs = RETRY_MS
      },
      error => {
        if (isRetryable(error)) retryLater(numbers)
      },
    )
  }

  function retryLater(numbers: readonly number[]): void {
    if (hasFinished) return
    for (const number of numbers) failed.add(number)
    clearTimeout(retryTimer)
    retryTimer = setTimeout(retry, retryMs)
    retryMs = Math.min(2 * retryMs, RETRY_MAX_MS)
  }

  function retry(): void {
    clearTimeout(retryTimer)
    for (const number of failed) pending.add(number)
    failed.clear()
    sendUnlessThrottled()
  }

  function sendUnlessThrottled(): void {
    if (throttleTimer !== undefined || pending.size === 0) return
    send()
    throttleTimer = setTimeout(() => {
      throttleTimer = undefined
      sendUnlessThrottled()
    }, REPORT_INTERVAL_MS)
  }

  return {
    add(number: number): void {
      pending.add(number)
      sendUnlessThrottled()
    },
    retry,
    /** Sends the remaining reports at once. */
    finish(): void {
      clearTimeout(throttleTimer)
      clearTimeout(retryTimer)
      throttleTimer = undefined
      hasFinished = true
      if (pending.size + failed.size > 0) send()
    },
  }
}

/** A rejection is final, for example after the user has left the room. */
const isRetryable = (error: unknown) =>
  !(error instanceof CallFailed) || error.isTransient || error.code === 'tooMany'
