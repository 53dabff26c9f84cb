import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { encodeText } from '#protocol/encoding.ts'
import { type ErrorCode, errorKinds } from '#protocol/errors.ts'
import { ko } from '#protocol/text/ko.ts'
import { request } from '#tests/support/call.ts'
import { PRIVATE } from '#tests/support/world.ts'
import type { Expected } from './answers.ts'

export type Input = Record<string, unknown>

/** All that somebody is told by an answer, but for the time of day and by what name the request goes. */
export interface Told {
  status: number
  text: string
  headers: Record<string, string>
}

export async function ask(url: string, called: Call, input: Input, token?: string): Promise<Told> {
  const response = await request(url, called, input, token)
  const { date, 'x-request-id': requestId, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, text: await response.text(), headers }
}

const errors: Partial<Record<Expected, ErrorCode>> = {
  signIn: 'notSignedIn',
  forbidden: 'forbidden',
  nothing: 'notFound',
}

export function expectOutcome(result: Expected, { status, text, headers }: Told, asked: string): void {
  const code = errors[result]
  if (code !== undefined) {
    const message = ko[errorKinds[code].sentence]
    expect({ status, body: JSON.parse(text) }, asked).toEqual({
      status: errorKinds[code].status,
      body: { success: false, code, message },
    })
    return
  }
  expect(status, `${asked}: ${text}`).toBe(200)
  const isJson = headers['content-type']?.startsWith('application/json')
  const reply = isJson ? JSON.parse(text) : {}
  const isRejected = reply.success === false || reply.authenticated === false || reply.isValid === false
  expect(isRejected ? 'refused' : 'done', `${asked}: ${text}`).toBe(result)
}

const privateWords = Object.values(PRIVATE).flatMap(words => [words, encodeText(words)])

export function expectNothingPrivate({ text }: Told, asked: string): void {
  for (const words of privateWords) expect(text, asked).not.toContain(words)
}

/** Fields by which something is named. Numbers as high as this are nobody's. */
const NAMES_SOMETHING = /(No|Id)$/
const MISSING_NO = 900_719_925_474

/** The same input with what it names, one by one and all together, replaced by what does not exist. */
export function withMissing(input: Input): Input[] {
  const replaced = Object.keys(input)
    .filter(field => NAMES_SOMETHING.test(field))
    .map(field => ({ [field]: field.endsWith('No') ? MISSING_NO : randomUUID() }))
  if (replaced.length === 0) return []
  return [...replaced, Object.assign({}, ...replaced)].map(other => ({ ...input, ...other }))
}
