import { type ErrorCode, type ErrorReply, errorKinds } from '#protocol/errors.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { isTextKey } from '#protocol/text/textKey.ts'
import type { Say } from './say.ts'

/** A request that cannot be granted. Domain functions throw it; `serve` answers with its status and sentence. */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly sentence: TextKey
  readonly field: string | undefined

  constructor(code: ErrorCode, detail: { sentence?: TextKey; field?: string } = {}) {
    super(code)
    this.code = code
    this.sentence = detail.sentence ?? errorKinds[code].sentence
    this.field = detail.field
  }
}

/** Not there, or nobody's business whether it is. */
export const notFound = () => new RequestError('notFound')
export const forbidden = () => new RequestError('forbidden')
export const notSignedIn = () => new RequestError('notSignedIn')

/** A bad field: the schema's message is a sentence of the catalogue, or else the general one is said. */
export function invalid(issue: { message: string; path: PropertyKey[] } | undefined): RequestError {
  const sentence = issue && isTextKey(issue.message) ? issue.message : 'error.invalid'
  const field = issue?.path[0]
  return new RequestError('invalid', { sentence, ...(field !== undefined && { field: String(field) }) })
}

export function errorReply(error: RequestError, say: Say): ErrorReply {
  const message = say.any(error.sentence)
  return {
    success: false,
    code: error.code,
    message,
    ...(error.field !== undefined && { field: error.field }),
  }
}
