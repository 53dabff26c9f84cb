import { currentLanguage } from '#client/platform/language/language.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { type ErrorCode, type ErrorReply, errorKinds } from '#protocol/errors.ts'
import type { HubView } from '#protocol/hubs.ts'
import type { z } from '#protocol/schema.ts'
import { CallFailed } from './callFailed.ts'
import { presentToken, tokenRejected } from './credentials.ts'
import { withTimeout } from './inTime.ts'
import { fetchWithRetry } from './retry.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The request goes on when the page is left; for short ones. */
  keepalive?: boolean
}

/** Not of those whose answers bring rooms along: they are for `callAndCacheUnread`, which has their unread numbers shown. */
type WithoutHubs<C extends Call> = ReplyOf<C> extends { hubs: HubView[] } ? never : C

/**
 * Makes a call of the protocol. Throws CallFailed.
 * A refusal that belongs to the product is an answer, not an error: look at its flag.
 * This file knows calls by type alone, so it brings no zod into the first page; whoever passes a call does.
 */
export async function callApi<C extends Call>(
  call: C & WithoutHubs<C>,
  input: InputOf<C>,
  options?: CallOptions,
): Promise<ReplyOf<C>> {
  return callAny<C>(call, input, options)
}

/** The same for every call. Whoever uses it sees to it that nothing of the answer is forgotten. */
export async function callAny<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<ReplyOf<C>> {
  const response = await answerTo(call, input, { ...options, signal: signalOf(input, options) })
  return await wholeOf<ReplyOf<C>>(response.json())
}

/** Every call has a time limit, so that no screen loads forever; a file takes as long as the line needs. */
function signalOf(input: unknown, { signal }: CallOptions): AbortSignal | undefined {
  if (Object.values(Object(input)).some(value => value instanceof Blob)) return signal
  if (signal === undefined) return withTimeout().signal
  // Not every browser has it.
  return 'any' in AbortSignal ? AbortSignal.any([signal, withTimeout().signal]) : signal
}

/** Makes a call that is answered with a file. Throws CallFailed. */
export async function callForFile<C extends FileCall>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<Blob> {
  const response = await answerTo(call, input, options)
  return await wholeOf(response.blob())
}

type FileCall = Call & { reply: z.ZodFile }

/** The only fetch of a call; `callWithProgress` is the same for files that take a while. */
async function answerTo(
  call: Call,
  input: unknown,
  { signal, keepalive = false }: CallOptions,
): Promise<Response> {
  const token = presentToken()
  const headers = headersOf(call, token)
  const body = bodyOf(call, input)
  const request = { method: call.method, headers, body, signal: signal ?? null, keepalive }
  const response = await wholeOf(fetchWithRetry(call, () => fetch(call.path, request)))
  if (response.ok) return response
  if (response.status === 401 && token === presentToken()) tokenRejected()
  throw await failureOf(response)
}

export function headersOf(call: Call, token: string | null): Headers {
  const headers = new Headers({ 'Accept-Language': currentLanguage() })
  if (token !== null) headers.set('authData', token)
  if (call.encoding === 'json') headers.set('Content-Type', 'application/json')
  return headers
}

export function bodyOf(call: Call, input: unknown): BodyInit | null {
  if (call.encoding === 'none') return null
  if (call.encoding === 'json') return JSON.stringify(input)
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(input))) {
    if (value === undefined) continue
    form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** What breaks off on its way is offline, unless its caller gave it up. */
async function wholeOf<Content>(coming: Promise<Content>): Promise<Content> {
  try {
    return await coming
  } catch (error) {
    throw offlineUnlessAborted(error)
  }
}

function offlineUnlessAborted(error: unknown): unknown {
  const isAborted = error instanceof DOMException && error.name === 'AbortError'
  return isAborted ? error : new CallFailed({ code: 'offline', status: 0 })
}

/** What an answer that is none of the call's says. */
export async function failureOf(response: Response): Promise<CallFailed> {
  // A proxy before the server may answer with a page instead of JSON.
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
