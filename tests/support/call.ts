import { Agent, request as requestByHttp } from 'node:http'
import { json } from 'node:stream/consumers'
import { API_TOKEN_PREFIX } from '#protocol/apiTokens.ts'
import type { Call, ErrorReply, InputOf, ReplyOf } from '#protocol/call.ts'

export interface ApiResponse<Body> {
  status: number
  body: Body
}

/** Makes a call as the client does: JSON or multipart, depending on the call. */
export async function call<C extends Call>(
  url: string,
  endpoint: C,
  input: InputOf<C>,
  token?: string,
): Promise<ApiResponse<ReplyOf<C>>> {
  return send(url, endpoint, input as Record<string, unknown>, token) as Promise<ApiResponse<ReplyOf<C>>>
}

/** Makes a call with invalid input and returns the error response. */
export async function callWithInvalidInput(
  url: string,
  endpoint: Call,
  input: Record<string, unknown>,
  token?: string,
): Promise<ApiResponse<ErrorReply>> {
  return send(url, { ...endpoint, encoding: 'json' }, input, token) as Promise<ApiResponse<ErrorReply>>
}

/** The user agent of `fetch`. */
export const USER_AGENT = 'node'
const agent = new Agent({ keepAlive: true })

/**
 * Avoids `fetch` where possible: most of the time of tests is spent in calls, and this takes a third less CPU time.
 */
async function send(url: string, endpoint: Call, input: Record<string, unknown>, token?: string) {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  if (endpoint.encoding === 'form' && fields.some(([, value]) => value instanceof Blob))
    return byFetch(url, endpoint, input, token)
  const headers: Record<string, string> = { 'User-Agent': USER_AGENT, 'Accept-Language': '*' }
  if (token !== undefined) headers.authData = token
  let body = ''
  if (endpoint.encoding === 'json') {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(input)
  } else if (endpoint.encoding === 'form') {
    headers['Content-Type'] = `multipart/form-data; boundary=${BOUNDARY}`
    body = multipartOf(fields)
  }
  if (body.length > FETCH_ABOVE_LENGTH) return byFetch(url, endpoint, input, token)
  return exchange(url + endpoint.path, { method: endpoint.method, headers }, body)
}

/** A longer body may be rejected before it is sent completely, which only `fetch` handles. In UTF-16 units. */
const FETCH_ABOVE_LENGTH = 64 * 1024

async function byFetch(url: string, endpoint: Call, input: Record<string, unknown>, token?: string) {
  const response = await request(url, endpoint, input, token)
  return { status: response.status, body: await response.json() }
}

function exchange(
  url: string,
  options: { method: string; headers: Record<string, string> },
  body: string,
): Promise<ApiResponse<unknown>> {
  return new Promise((resolve, reject) => {
    const asked = requestByHttp(url, { ...options, agent }, answer => {
      json(answer).then(read => resolve({ status: answer.statusCode ?? 0, body: read }), reject)
    })
    asked.on('error', reject).end(body)
  })
}

const BOUNDARY = 'a-boundary-that-no-test-writes'

/** As browsers encode a form: a line break in a field is CR and LF. */
function multipartOf(fields: readonly [name: string, value: unknown][]): string {
  const parts = fields.map(([name, value]) => {
    const head = `Content-Disposition: form-data; name="${name}"`
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${String(value).replace(/\r?\n|\r/g, '\r\n')}\r\n`
  })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

/** Makes a call as the client does and returns the response, whatever its status. `token`: of a session or an API token. */
export function request(
  url: string,
  endpoint: Call,
  input: Record<string, unknown>,
  token?: string,
): Promise<Response> {
  const headers = new Headers(token === undefined ? {} : credentialsOf(token))
  const init: RequestInit = { method: endpoint.method, headers }
  if (endpoint.encoding === 'json') {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(input)
  } else if (endpoint.encoding === 'form') {
    init.body = formOf(input)
  }
  return fetch(url + endpoint.path, init)
}

const credentialsOf = (token: string): Record<string, string> =>
  token.startsWith(API_TOKEN_PREFIX) ? { Authorization: `Bearer ${token}` } : { authData: token }

function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (value instanceof Blob) form.set(name, value)
    else form.set(name, String(value))
  }
  return form
}

/** Posts a body unchanged, valid or not. */
export async function post(
  address: string,
  body: BodyInit | undefined,
  headers: Record<string, string> = {},
): Promise<ApiResponse<ErrorReply & Record<string, unknown>>> {
  const response = await fetch(address, { method: 'POST', headers, ...(body !== undefined && { body }) })
  return { status: response.status, body: (await response.json()) as ErrorReply & Record<string, unknown> }
}

export const asJson = { 'Content-Type': 'application/json' }
export const asUrlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
