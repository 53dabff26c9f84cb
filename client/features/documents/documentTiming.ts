/** Between attempts to open, in milliseconds. Each is twice as long as the one before, up to the longest. */
const RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/** Others pause when nothing has come from them for this time, in milliseconds. */
const PAUSE_MS = 1_500
/** How long a pause of others is waited for, in milliseconds. */
const PAUSE_WAIT_MS = 15_000

/** Random, because all tabs that a restarted server has lost must not come back in the same moment. In milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) * (0.5 + Math.random() / 2)
}

/** Watches whether others are typing. */
export function createPauseWatch() {
  /** Milliseconds since 1970. */
  let receivedAt = 0
  return {
    receive(): void {
      receivedAt = Date.now()
    },
    /** Resolves when the others have stopped typing for a moment, at the latest after some seconds. */
    async whenPaused(): Promise<void> {
      const end = Date.now() + PAUSE_WAIT_MS
      for (;;) {
        const rest = Math.min(receivedAt + PAUSE_MS, end) - Date.now()
        if (rest <= 0) return
        await new Promise<void>(resolve => setTimeout(resolve, rest))
      }
    },
  }
}
