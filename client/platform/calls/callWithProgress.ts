import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { bodyOf, failureOf, headersOf } from './callApi.ts'
import { CallFailed } from './callFailed.ts'
import { presentToken, tokenRejected } from './credentials.ts'

/** A line that swallows everything is as good as none. Servers give a request a minute to arrive. */
const ANSWERED_WITHIN_MS = 90_000

interface ProgressOptions {
  signal: AbortSignal
  /** How much of the request has been sent, from 0 to 1. */
  onProgress: (sent: number) => void
}

/**
 * Makes a call whose request takes a while, and tells how far it is: what a fetch does not tell. Throws CallFailed, or an
 * AbortError when its caller gave it up.
 */
export async function callWithProgress<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: ProgressOptions,
): Promise<ReplyOf<C>> {
  const token = presentToken()
  const response = await send(call, input, token, options)
  if (response.ok) return await response.json()
  if (response.status === 401 && token === presentToken()) tokenRejected()
  throw await failureOf(response)
}

function send(
  call: Call,
  input: unknown,
  token: string | null,
  { signal, onProgress }: ProgressOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => resolve(answerOf(request)))
    for (const name of ['error', 'timeout'])
      request.addEventListener(name, () => reject(new CallFailed({ code: 'offline', status: 0 })))
    request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
    request.open(call.method, call.path)
    request.timeout = ANSWERED_WITHIN_MS
    for (const [name, value] of headersOf(call, token)) request.setRequestHeader(name, value)
    request.send(bodyOf(call, input) as XMLHttpRequestBodyInit | null)
  })
}

function answerOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('Retry-After')
  const headers = new Headers(retryAfter === null ? {} : { 'Retry-After': retryAfter })
  return new Response(request.responseText, { status: request.status, headers })
}
