/** A line that swallows everything is as good as none, in milliseconds. */
const ANSWERED_WITHIN_MS = 30_000

/** For a call that is made again by itself: without an answer by then it has failed, as it would without a line. */
export const inTime = () => ({ signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })
