import type { Call } from '#protocol/call.ts'

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
