import { currentLanguage } from '#client/platform/language/language.ts'
import {
  type Call,
  type ErrorCode,
  type ErrorReply,
  errorKinds,
  type InputOf,
  type ReplyOf,
} from '#protocol/call.ts'
import type { HubView } from '#protocol/hubs.ts'
import type { z } from '#protocol/schema.ts'
import { CallFailed } from './callFailed.ts'
import { currentToken, tokenRejected } from './credentials.ts'
import { callTimeout, fetchWithRetry } from './retry.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The request continues when the page is closed. Only for small requests. */
  keepalive?: boolean
}

/** Excludes calls whose response contains hubs. `callAndCacheUnread` makes those and stores their unread counts. */
type WithoutHubs<C extends Call> = ReplyOf<C> extends { hubs: HubView[] } ? never : C

/**
 * Makes a call of the protocol. Throws CallFailed.
 * A rejection by a rule of the product is a response with a flag, not an error.
 * This file imports only the types of calls, so that it does not bring zod into the first page.
 */
export async function callApi<C extends Call>(
  call: C & WithoutHubs<C>,
  input: InputOf<C>,
  options?: CallOptions,
): Promise<ReplyOf<C>> {
  return callAny<C>(call, input, options)
}

/** Like `callApi`, for all calls. The caller has to store everything in the response, such as unread counts. */
export async function callAny<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<ReplyOf<C>> {
  const response = await fetchResponse(call, input, { ...options, signal: signalOf(input, options) })
  return await orOffline<ReplyOf<C>>(response.json())
}

/** Every call has a time-out, so that no screen loads forever, except for uploads of files. */
function signalOf(input: unknown, { signal }: CallOptions): AbortSignal | undefined {
  if (Object.values(Object(input)).some(value => value instanceof Blob)) return signal
  if (signal === undefined) return callTimeout().signal
  // Not every browser has `AbortSignal.any`.
  return 'any' in AbortSignal ? AbortSignal.any([signal, callTimeout().signal]) : signal
}

/** Makes a call whose response is a file. Throws CallFailed. */
export async function callForFile<C extends FileCall>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<Blob> {
  const response = await fetchResponse(call, input, options)
  return await orOffline(response.blob())
}

type FileCall = Call & { reply: z.ZodFile }

/** All calls are made here, except for uploads with progress (`callWithProgress`). */
async function fetchResponse(
  call: Call,
  input: unknown,
  { signal, keepalive = false }: CallOptions,
): Promise<Response> {
  const token = currentToken()
  const headers = headersOf(call, token)
  const body = bodyOf(call, input)
  const request = { method: call.method, headers, body, signal: signal ?? null, keepalive }
  const response = await orOffline(fetchWithRetry(call, () => fetch(call.path, request)))
  if (response.ok) return response
  if (response.status === 401 && token === currentToken()) tokenRejected()
  throw await failureOf(response)
}

function headersOf(call: Call, token: string | null): Headers {
  const headers = new Headers({ 'Accept-Language': currentLanguage() })
  if (token !== null) headers.set('authData', token)
  if (call.encoding === 'json') headers.set('Content-Type', 'application/json')
  return headers
}

function bodyOf(call: Call, input: unknown): BodyInit | null {
  if (call.encoding === 'none') return null
  if (call.encoding === 'json') return JSON.stringify(input)
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(input))) {
    if (value === undefined) continue
    form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** Turns a network error into CallFailed `offline`. An AbortError stays. */
async function orOffline<Content>(response: Promise<Content>): Promise<Content> {
  try {
    return await response
  } catch (error) {
    throw offlineUnlessAborted(error)
  }
}

function offlineUnlessAborted(error: unknown): unknown {
  const isAborted = error instanceof DOMException && error.name === 'AbortError'
  return isAborted ? error : new CallFailed({ code: 'offline', status: 0 })
}

/** The error that a failed response describes. */
async function failureOf(response: Response): Promise<CallFailed> {
  // A proxy may respond with an HTML page instead of JSON.
  const reply: Partial<ErrorReply> = await response.json().catch(() => ({}))
  return new CallFailed({
    code: reply.code ?? codeOfStatus(response.status),
    status: response.status,
    message: reply.message,
    field: reply.field,
    retryAfterSeconds: Number.parseInt(response.headers.get('Retry-After') ?? '', 10) || undefined,
  })
}

function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(errorKinds) as ErrorCode[]
  const fallback = status >= 502 ? 'unavailable' : status >= 500 ? 'internal' : 'invalid'
  return codes.find(code => errorKinds[code].status === status) ?? fallback
}

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

/** Fetches a static file of this server; null if it does not exist. Throws CallFailed. */
export async function fetchFile(address: string): Promise<Blob | null> {
  try {
    const response = await fetch(address)
    if (response.ok) return await response.blob()
    if (response.status === 404) return null
    throw await failureOf(response)
  } catch (error) {
    throw error instanceof CallFailed ? error : new CallFailed({ code: 'offline', status: 0 })
  }
}
