import { CallFailed } from './callFailed.ts'

/** A line that swallows everything is as good as none, in milliseconds. */
const ANSWERED_WITHIN_MS = 30_000

/** A call without an answer by then has failed, as it would without a line. */
export const withTimeout = () => ({ signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })

/** How long a screen waits for the server before it opens with what this device has, in milliseconds. */
const OPENED_WITHIN_MS = 3_000

/** Rejects like a call without a line when the answer takes too long for a screen that can open without it. The call goes on. */
export async function answeredSoon<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CallFailed({ code: 'offline', status: 0 })), OPENED_WITHIN_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
