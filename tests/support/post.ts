import type { ErrorReply } from '#protocol/errors.ts'
import type { Answer } from './call.ts'

/** Posts a body just as it is, right or wrong. */
export async function post(
  address: string,
  body: BodyInit | undefined,
  headers: Record<string, string> = {},
): Promise<Answer<ErrorReply & Record<string, unknown>>> {
  const response = await fetch(address, { method: 'POST', headers, ...(body !== undefined && { body }) })
  return { status: response.status, body: (await response.json()) as ErrorReply & Record<string, unknown> }
}

export const asJson = { 'Content-Type': 'application/json' }
export const asUrlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
