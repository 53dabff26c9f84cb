import type { Call } from '#protocol/call.ts'

/** What a proxy answers whose server has gone away under it, or is just about to. */
const GONE_STATUSES = [502, 503]
const SENT_AGAIN_TIMES = 3
/** Spread, so that those who lost the same server do not come back in the same moment. In milliseconds. */
const SENT_AGAIN_AFTER_MS = 200

/**
 * The answer to a request, which is sent again where a proxy says that its server has gone and the call does no more when it is
 * sent twice. What a server of ours says, that it cannot now, is an answer.
 */
export async function fetchWithRetry(
  { isRepeatable }: Pick<Call, 'isRepeatable'>,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let again = 0; ; again += 1) {
    const response = await send()
    if (!isRepeatable || again === SENT_AGAIN_TIMES || !isFromProxy(response)) return response
    await pause(SENT_AGAIN_AFTER_MS * 2 ** again * (0.5 + Math.random()))
  }
}

function isFromProxy({ status, headers }: Response): boolean {
  return GONE_STATUSES.includes(status) && !headers.get('Content-Type')?.startsWith('application/json')
}

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
