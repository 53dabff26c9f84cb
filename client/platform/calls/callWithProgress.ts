import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { bodyOf, failureOf, headersOf } from './callApi.ts'
import { CallFailed } from './callFailed.ts'
import { currentToken, tokenRejected } from './credentials.ts'

/** In milliseconds. Servers give a request a minute to arrive. */
const TIMEOUT_MS = 90_000

interface ProgressOptions {
  signal: AbortSignal
  /** `sent` is the fraction of the request that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void
}

/** Makes a call and reports the upload progress, which `fetch` does not. Throws CallFailed, or an AbortError if it is aborted. */
export async function callWithProgress<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: ProgressOptions,
): Promise<ReplyOf<C>> {
  const token = currentToken()
  const response = await send(call, input, token, options)
  if (response.ok) return await response.json()
  if (response.status === 401 && token === currentToken()) tokenRejected()
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
    request.addEventListener('load', () => resolve(responseOf(request)))
    for (const name of ['error', 'timeout'])
      request.addEventListener(name, () => reject(new CallFailed({ code: 'offline', status: 0 })))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    request.open(call.method, call.path)
    request.timeout = TIMEOUT_MS
    for (const [name, value] of headersOf(call, token)) request.setRequestHeader(name, value)
    request.send(bodyOf(call, input) as XMLHttpRequestBodyInit | null)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('Retry-After')
  const headers = new Headers(retryAfter === null ? {} : { 'Retry-After': retryAfter })
  return new Response(request.responseText, { status: request.status, headers })
}
