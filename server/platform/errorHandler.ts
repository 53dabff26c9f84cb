import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { type ErrorCode, errorKinds } from '#protocol/errors.ts'
import { errorReply, RequestError } from './errors.ts'
import { languageOf, translatorFor } from './i18n.ts'
import { isMongoUnavailable } from './mongo/errors.ts'
import { requestIdOf } from './requestHeaders.ts'
import { setDataHeaders } from './security.ts'

/**
 * Turns errors into a status and JSON. Internal errors are logged, never shown. Calls `onUnavailable` when the database
 * was unreachable.
 */
export function errorHandler(log: Logger, onUnavailable: () => void): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (isMongoUnavailable(error)) onUnavailable()
    const requestInfo = { requestId: requestIdOf(response), method: request.method, path: request.path }
    if (response.headersSent) {
      log.error({ err: error, ...requestInfo }, 'an answer broke off')
      response.destroy()
      return
    }
    const requestError = asRequestError(error)
    if (requestError.code === 'internal' || requestError.code === 'unavailable') {
      log.error({ err: error, ...requestInfo }, 'request failed')
    }
    setDataHeaders(response)
    if (requestError.retryAfterS !== undefined) response.set('Retry-After', String(requestError.retryAfterS))
    response
      .status(errorKinds[requestError.code].status)
      .json(errorReply(requestError, translatorFor(languageOf(request))))
  }
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
