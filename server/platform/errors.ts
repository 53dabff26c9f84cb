import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler, Request } from 'express'
import type { Logger } from 'pino'
import { type ErrorCode, type ErrorReply, errorKinds } from '#protocol/call.ts'
import { QUOTAS, type QuotaName } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { isTextKey } from '#protocol/text/ko.ts'
import { languageOf, type Translate, translatorFor } from './i18n.ts'
import { withoutSecrets } from './log.ts'
import { isMongoUnavailable } from './mongo/queries.ts'
import { requestIdOf } from './request.ts'
import { setDataHeaders } from './security.ts'

/** A rejected request. Services throw it; `errorHandler` responds with its status and message. */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly sentence: TextKey
  readonly field: string | undefined
  /** For 'tooMany': seconds to wait. */
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, detail: { sentence?: TextKey; field?: string; retryAfterS?: number } = {}) {
    super(code)
    this.code = code
    this.sentence = detail.sentence ?? errorKinds[code].sentence
    this.field = detail.field
    this.retryAfterS = detail.retryAfterS
  }
}

/** Also when the viewer must not learn whether it exists. */
export const notFound = () => new RequestError('notFound')
export const methodNotAllowed = () => new RequestError('methodNotAllowed')
export const forbidden = () => new RequestError('forbidden')
/** Only for users who have proven their identity. */
export const suspended = () => new RequestError('forbidden', { sentence: 'accounts.suspended' })
export const passwordChangeRequired = () => new RequestError('passwordChangeNeeded')
export const notSignedIn = () => new RequestError('notSignedIn')
export const storageFull = () => new RequestError('unavailable', { sentence: 'error.storageFull' })
/** @param waitMs when a retry makes sense. */
export const tooMany = (waitMs: number) =>
  new RequestError('tooMany', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Throws unless a user with `count` items may have one more. */
export function assertQuota(name: QuotaName, count: number): void {
  if (count >= QUOTAS[name]) throw new RequestError('quota', { sentence: `quota.${name}` })
}

/** A validation error. Uses the schema's message if it is a key of the catalogue. */
export function invalid(issue: { message: string; path: PropertyKey[] } | undefined): RequestError {
  const sentence = issue && isTextKey(issue.message) ? issue.message : 'error.invalid'
  const field = issue?.path[0]
  return new RequestError('invalid', { sentence, ...(field !== undefined && { field: String(field) }) })
}

function errorReply(error: RequestError, t: Translate): ErrorReply {
  const hasOwnSentence = error.sentence !== errorKinds[error.code].sentence
  const message =
    hasOwnSentence || error.retryAfterS === undefined
      ? t.any(error.sentence)
      : waitSentence(error.retryAfterS, t)
  return {
    success: false,
    code: error.code,
    message,
    ...(error.field !== undefined && { field: error.field }),
  }
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

function waitSentence(seconds: number, t: Translate): string {
  if (seconds <= 2 * MINUTE_S) return t('error.tooMany', { seconds })
  if (seconds <= 2 * HOUR_S) return t('error.tooManyMinutes', { minutes: Math.ceil(seconds / MINUTE_S) })
  return t('error.tooManyHours', { hours: Math.ceil(seconds / HOUR_S) })
}

/**
 * Turns errors into a status and JSON. Internal errors are logged, never shown. Calls `onUnavailable` when the database
 * was unreachable.
 */
export function errorHandler(log: Logger, onUnavailable: () => void): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (isMongoUnavailable(error)) onUnavailable()
    const { method, path } = request
    const requestInfo = { requestId: requestIdOf(response), method, path: withoutSecrets(path) }
    if (response.headersSent) {
      log.error({ err: error, ...requestInfo }, 'response aborted')
      response.destroy()
      return
    }
    const requestError = asRequestError(error)
    if (requestError.code === 'internal' || requestError.code === 'unavailable') {
      log.error({ err: error, ...requestInfo }, 'request failed')
    }
    setDataHeaders(response)
    if (requestError.retryAfterS !== undefined) response.set('Retry-After', String(requestError.retryAfterS))
    const { status } = errorKinds[requestError.code]
    const reply = errorReply(requestError, translatorFor(languageOf(request)))
    if (prefersProblem(request)) response.type(PROBLEM)
    const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail: reply.message }
    response.status(status).json(prefersProblem(request) ? { ...problem, ...reply } : reply)
  }
}

const PROBLEM = 'application/problem+json'

/** Whether a client asks for problem details (RFC 9457). */
function prefersProblem(request: Request): boolean {
  return request.accepts(['json', PROBLEM]) === PROBLEM
}

/** The error code of the response. */
export const codeOf = (error: unknown): ErrorCode => asRequestError(error).code

function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (isMongoUnavailable(error)) return new RequestError('unavailable')
  return new RequestError(codeOfBodyError(error))
}

/** Body parsers set `status` on their errors. */
function codeOfBodyError(error: unknown): ErrorCode {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return 'tooLarge'
  if (typeof status === 'number' && status >= 400 && status < 500) return 'invalid'
  return 'internal'
}
