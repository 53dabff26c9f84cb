import { CallFailed } from './callFailed.ts'

/** Milliseconds after which a rate-limited call may be repeated. Null for any other error. */
export function rateLimitPause(error: unknown): number | null {
  if (!(error instanceof CallFailed) || error.code !== 'tooMany') return null
  return Math.max(1, error.retryAfterSeconds) * 1_000
}

/** In a row, after which the error is thrown. */
const PAUSES_MAX = 10

/** Repeats a call while it is rate limited. `onPause` is called before each pause. */
export async function retryWhenLimited<Reply>(
  call: () => Promise<Reply>,
  onPause: () => void,
): Promise<Reply> {
  for (let pauses = 0; ; pauses += 1)
    try {
      return await call()
    } catch (error) {
      const pause = rateLimitPause(error)
      if (pause === null || pauses === PAUSES_MAX) throw error
      onPause()
      // The server says how long to wait; no event announces the end.
      await new Promise(resolve => setTimeout(resolve, pause))
    }
}
