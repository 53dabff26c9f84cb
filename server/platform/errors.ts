import { type ErrorCode, type ErrorReply, errorKinds } from '#protocol/errors.ts'
import { QUOTAS, type QuotaName } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { isTextKey } from '#protocol/text/textKey.ts'
import type { Say } from './say.ts'

/** A request that cannot be granted. Domain functions throw it; `serve` answers with its status and sentence. */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly sentence: TextKey
  readonly field: string | undefined
  /** For 'tooMany': how long to wait, in seconds. */
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, detail: { sentence?: TextKey; field?: string; retryAfterS?: number } = {}) {
    super(code)
    this.code = code
    this.sentence = detail.sentence ?? errorKinds[code].sentence
    this.field = detail.field
    this.retryAfterS = detail.retryAfterS
  }
}

/** Not there, or nobody's business whether it is. */
export const notFound = () => new RequestError('notFound')
export const forbidden = () => new RequestError('forbidden')
/** Only to who has proven to be that person. */
export const suspended = () => new RequestError('forbidden', { sentence: 'accounts.suspended' })
export const passwordChangeNeeded = () => new RequestError('passwordChangeNeeded')
export const notSignedIn = () => new RequestError('notSignedIn')
export const storageFull = () => new RequestError('unavailable', { sentence: 'error.storageFull' })
/** `waitMs`: after how long it makes sense to ask again. */
export const tooMany = (waitMs: number) =>
  new RequestError('tooMany', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Throws unless somebody who has `count` of these may have one more. */
export function assertQuota(name: QuotaName, count: number): void {
  if (count >= QUOTAS[name]) throw new RequestError('quota', { sentence: `quota.${name}` })
}

/** A bad field: the schema's message is a sentence of the catalogue, or else the general one is said. */
export function invalid(issue: { message: string; path: PropertyKey[] } | undefined): RequestError {
  const sentence = issue && isTextKey(issue.message) ? issue.message : 'error.invalid'
  const field = issue?.path[0]
  return new RequestError('invalid', { sentence, ...(field !== undefined && { field: String(field) }) })
}

export function errorReply(error: RequestError, say: Say): ErrorReply {
  const hasOwnSentence = error.sentence !== errorKinds[error.code].sentence
  const message =
    hasOwnSentence || error.retryAfterS === undefined
      ? say.any(error.sentence)
      : waitSentence(error.retryAfterS, say)
  return {
    success: false,
    code: error.code,
    message,
    ...(error.field !== undefined && { field: error.field }),
  }
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

function waitSentence(seconds: number, say: Say): string {
  if (seconds <= 2 * MINUTE_S) return say('error.tooMany', { seconds })
  if (seconds <= 2 * HOUR_S) return say('error.tooManyMinutes', { minutes: Math.ceil(seconds / MINUTE_S) })
  return say('error.tooManyHours', { hours: Math.ceil(seconds / HOUR_S) })
}
