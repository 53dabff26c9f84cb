import { Agent, request as requestByHttp } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import type { ErrorReply } from '#protocol/errors.ts'

export interface Answer<Body> {
  status: number
  body: Body
}

/** Makes a call as our client does: JSON or multipart, as the call says. */
export async function call<C extends Call>(
  url: string,
  called: C,
  input: InputOf<C>,
  token?: string,
): Promise<Answer<ReplyOf<C>>> {
  return send(url, called, input as Record<string, unknown>, token) as Promise<Answer<ReplyOf<C>>>
}

/** The same call with input of the wrong form, answered by an error. */
export async function misuse(
  url: string,
  called: Call,
  input: Record<string, unknown>,
  token?: string,
): Promise<Answer<ErrorReply>> {
  return send(url, { ...called, encoding: 'json' }, input, token) as Promise<Answer<ErrorReply>>
}

/** What `fetch` says of itself. */
export const AGENT = 'node'
const agent = new Agent({ keepAlive: true })

/** Without `fetch` where it can be: most of what tests do is such calls, and each takes a third less processor time so. */
async function send(url: string, called: Call, input: Record<string, unknown>, token?: string) {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  if (called.encoding === 'form' && fields.some(([, value]) => value instanceof Blob))
    return byFetch(url, called, input, token)
  const headers: Record<string, string> = { 'User-Agent': AGENT, 'Accept-Language': '*' }
  if (token !== undefined) headers.authData = token
  let body = ''
  if (called.encoding === 'json') {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(input)
  } else if (called.encoding === 'form') {
    headers['Content-Type'] = `multipart/form-data; boundary=${BOUNDARY}`
    body = multipartOf(fields)
  }
  if (body.length > LONG) return byFetch(url, called, input, token)
  return exchange(url + called.path, { method: called.method, headers }, body)
}

/** May be refused before all of it was sent, which `fetch` hears of. In UTF-16 units. */
const LONG = 64 * 1024

async function byFetch(url: string, called: Call, input: Record<string, unknown>, token?: string) {
  const response = await request(url, called, input, token)
  return { status: response.status, body: await response.json() }
}

function exchange(
  url: string,
  options: { method: string; headers: Record<string, string> },
  body: string,
): Promise<Answer<unknown>> {
  return new Promise((resolve, reject) => {
    const asked = requestByHttp(url, { ...options, agent }, answer => {
      json(answer).then(read => resolve({ status: answer.statusCode ?? 0, body: read }), reject)
    })
    asked.on('error', reject).end(body)
  })
}

const BOUNDARY = 'a-boundary-that-no-test-writes'

/** As browsers write a form: a new line in a field is CR and LF. */
function multipartOf(fields: readonly [name: string, value: unknown][]): string {
  const parts = fields.map(([name, value]) => {
    const head = `Content-Disposition: form-data; name="${name}"`
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${String(value).replace(/\r?\n|\r/g, '\r\n')}\r\n`
  })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

/** Makes a call as our client does, however it is answered. */
export function request(
  url: string,
  called: Call,
  input: Record<string, unknown>,
  token?: string,
): Promise<Response> {
  const headers = new Headers(token === undefined ? {} : { authData: token })
  const init: RequestInit = { method: called.method, headers }
  if (called.encoding === 'json') {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(input)
  } else if (called.encoding === 'form') {
    init.body = formOf(input)
  }
  return fetch(url + called.path, init)
}

function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (value instanceof Blob) form.set(name, value)
    else form.set(name, String(value))
  }
  return form
}
