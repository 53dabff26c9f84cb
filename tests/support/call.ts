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

async function send(url: string, called: Call, input: Record<string, unknown>, token?: string) {
  const response = await request(url, called, input, token)
  return { status: response.status, body: await response.json() }
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
