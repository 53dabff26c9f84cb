import { CallFailed } from './callFailed.ts'

/** In milliseconds. */
const CALL_TIMEOUT_MS = 30_000

/** Aborts a call without a response; it fails as it would offline. */
export const withTimeout = () => ({ signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })

/** How long a screen waits for the server before it opens with persisted data, in milliseconds. */
const SCREEN_TIMEOUT_MS = 3_000

/** Rejects with CallFailed `offline` if a response takes too long for a screen that can open without it. The call continues. */
export async function withScreenTimeout<Response>(response: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CallFailed({ code: 'offline', status: 0 })), SCREEN_TIMEOUT_MS)
  })
  try {
    return await Promise.race([response, timeout])
  } finally {
    clearTimeout(timer)
  }
}
