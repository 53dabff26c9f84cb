import { withTimeout } from '#client/platform/browser/timers.ts'
import type { Call } from '#protocol/call.ts'
import { CallFailed } from './callFailed.ts'

/** The responses of a proxy whose server has stopped or is stopping. */
const PROXY_STATUSES = [502, 503]
const RETRIES = 3
/** In milliseconds. Randomized, so that the clients of one server do not retry at the same moment. */
const RETRY_DELAY_MS = 200

/**
 * Sends a request, and repeats it if a proxy reports that its server is gone and the call is repeatable. A 503 of our own server is a
 * response and is not retried.
 */
export async function fetchWithRetry(
  { isRepeatable }: Pick<Call, 'isRepeatable'>,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let retries = 0; ; retries += 1) {
    const response = await send()
    if (!isRepeatable || retries === RETRIES || !isFromProxy(response)) return response
    await pause(RETRY_DELAY_MS * 2 ** retries * (0.5 + Math.random()))
  }
}

function isFromProxy({ status, headers }: Response): boolean {
  return PROXY_STATUSES.includes(status) && !headers.get('Content-Type')?.startsWith('application/json')
}

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** In milliseconds. */
const CALL_TIMEOUT_MS = 30_000

/** Aborts a call without a response; it fails as it would offline. */
export const callTimeout = () => ({ signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })

/** How long a screen waits for the server before it opens with persisted data, in milliseconds. */
const SCREEN_TIMEOUT_MS = 3_000

/** Rejects with CallFailed `offline` if a response takes too long for a screen that can open without it. The call continues. */
export function withScreenTimeout<Response>(response: Promise<Response>): Promise<Response> {
  return withTimeout(response, SCREEN_TIMEOUT_MS, () => new CallFailed({ code: 'offline', status: 0 }))
}
