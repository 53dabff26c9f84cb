import { z } from 'zod'
import type { Call } from '#protocol/call.ts'
import { type ErrorCode, errorKinds } from '#protocol/errors.ts'
import type { FuzzedRequest } from './requests.ts'
import type { Outcome } from './send.ts'

const codes = Object.keys(errorKinds) as ErrorCode[]
const errorReply = z.strictObject({
  success: z.literal(false),
  code: z.literal(codes),
  message: z.string().min(1),
  field: z.string().optional(),
})
/** What would tell how the server is made. */
const GIVEN_AWAY = /node_modules|mongo|zod|express|multer|busboy|body-parser|node:|\bat .*:\d+|\w+Error\b/i
/** A caller who sends more may be cut off before all of it is sent, and then sees no answer. */
const CUT_OFF_ABOVE_BYTES = 64 * 1024

/** Why an answer is not as it should be; null when it is. */
export function complaintAbout(called: Call, sent: FuzzedRequest, outcome: Outcome): string | null {
  if (outcome === 'late') return 'no answer in time'
  if (outcome === 'gone') return canBeCutOff(sent) ? null : 'no answer'
  const { status, type, body } = outcome
  // Node itself answers what is no request any more.
  if (status === 400 && isMiscounted(sent) && body.length === 0) return null
  if (status >= 500) return `status ${status}: ${body}`
  if (sent.method === 'HEAD') return null
  if (status === 200) return complaintAboutReply(called, type, body)
  if (!type.startsWith('application/json')) return `status ${status} as ${type}: ${body}`
  return complaintAboutError(status, body.toString())
}

const isMiscounted = ({ framing }: FuzzedRequest) => framing === 'long' || framing === 'short'

function canBeCutOff(sent: FuzzedRequest): boolean {
  return sent.framing === 'torn' || isMiscounted(sent) || sent.body.length > CUT_OFF_ABOVE_BYTES
}

function complaintAboutReply({ reply }: Call, type: string, body: Buffer): string | null {
  if (reply instanceof z.ZodFile) return type === 'application/zip' ? null : `a file as ${type}`
  if (!type.startsWith('application/json')) return `200 as ${type}`
  const { success, error } = reply.safeParse(JSON.parse(body.toString()))
  return success ? null : `a reply of the wrong form: ${z.prettifyError(error)}`
}

function complaintAboutError(status: number, text: string): string | null {
  const { success, data } = errorReply.safeParse(JSON.parse(text))
  if (!success) return `an error of the wrong form: ${text}`
  if (errorKinds[data.code].status !== status) return `status ${status} for ${data.code}`
  return GIVEN_AWAY.test(text) ? `an error that gives too much away: ${text}` : null
}
