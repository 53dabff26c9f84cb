import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Call, type ErrorCode, errorKinds } from '#protocol/call.ts'
import { encodeText } from '#protocol/encoding.ts'
import { ko } from '#protocol/text/ko.ts'
import { request } from '#tests/support/call.ts'
import { PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import type { Expected } from './permissions.ts'

export type Input = Record<string, unknown>

/** Everything in a response that a caller can read, except the date and the request id. */
export interface ApiResponse {
  status: number
  text: string
  headers: Record<string, string>
}

export async function ask(url: string, called: Call, input: Input, token?: string): Promise<ApiResponse> {
  const response = await request(url, called, input, token)
  const { date, 'x-request-id': requestId, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, text: await response.text(), headers }
}

const errors: Partial<Record<Expected, ErrorCode>> = {
  signIn: 'notSignedIn',
  forbidden: 'forbidden',
  notFound: 'notFound',
}

export function expectOutcome(result: Expected, { status, text, headers }: ApiResponse, label: string): void {
  const code = errors[result]
  if (code !== undefined) {
    const message = ko[errorKinds[code].sentence]
    expect({ status, body: JSON.parse(text) }, label).toEqual({
      status: errorKinds[code].status,
      body: { success: false, code, message },
    })
    return
  }
  expect(status, `${label}: ${text}`).toBe(200)
  const isJson = headers['content-type']?.startsWith('application/json')
  const reply = isJson ? JSON.parse(text) : {}
  const isRejected = reply.success === false || reply.authenticated === false || reply.isValid === false
  expect(isRejected ? 'rejected' : 'done', `${label}: ${text}`).toBe(result)
}

const privateWords = Object.values(PRIVATE_TEXTS).flatMap(words => [words, encodeText(words)])

export function expectNothingPrivate({ text }: ApiResponse, label: string): void {
  for (const words of privateWords) expect(text, label).not.toContain(words)
}

/** Fields that identify something. No record has numbers as high as this. */
const NAMES_SOMETHING = /(No|Id)$/
const MISSING_NO = 900_719_925_474

/** The same input with one of its numbers replaced by that of another input, if it identifies more than one thing. */
export function withForeign(input: Input, foreign: Input): { field: string; mixed: Input }[] {
  const fields = Object.keys(input).filter(field => /No$/.test(field))
  if (fields.length < 2) return []
  return fields.flatMap(field =>
    foreign[field] === input[field] ? [] : { field, mixed: { ...input, [field]: foreign[field] } },
  )
}

/** The same input with its identifiers replaced by ones that do not exist, one at a time and all together. */
export function withMissing(input: Input): Input[] {
  const replaced = Object.keys(input)
    .filter(field => NAMES_SOMETHING.test(field))
    .map(field => ({ [field]: field.endsWith('No') ? MISSING_NO : randomUUID() }))
  if (replaced.length === 0) return []
  return [...replaced, Object.assign({}, ...replaced)].map(other => ({ ...input, ...other }))
}
