import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { type ErrorCode, errorKinds } from '#protocol/errors.ts'
import { errorReply, RequestError } from './errors.ts'
import { languageOf } from './language.ts'
import { isMongoUnavailable } from './mongo/errors.ts'
import { requestIdOf } from './requestIdMiddleware.ts'
import { sayIn } from './say.ts'
import { markAsData } from './securityHeaders.ts'

/**
 * The one place where an error becomes a status and JSON. What is our fault is logged, never shown. Calls back when the
 * database was out of reach.
 */
export function errorHandler(log: Logger, onUnavailable: () => void): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (isMongoUnavailable(error)) onUnavailable()
    const asked = { requestId: requestIdOf(response), method: request.method, path: request.path }
    if (response.headersSent) {
      log.error({ err: error, ...asked }, 'an answer broke off')
      response.destroy()
      return
    }
    const known = asRequestError(error)
    if (known.code === 'internal' || known.code === 'unavailable') {
      log.error({ err: error, ...asked }, 'request failed')
    }
    markAsData(response)
    if (known.retryAfterS !== undefined) response.set('Retry-After', String(known.retryAfterS))
    response.status(errorKinds[known.code].status).json(errorReply(known, sayIn(languageOf(request))))
  }
}

/** Under which name it is answered. */
export const codeOf = (error: unknown): ErrorCode => asRequestError(error).code

function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (isMongoUnavailable(error)) return new RequestError('unavailable')
  return new RequestError(codeOfBodyError(error))
}

/** Body parsers put the status that they mean on their errors. */
function codeOfBodyError(error: unknown): ErrorCode {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return 'tooLarge'
  if (typeof status === 'number' && status >= 400 && status < 500) return 'invalid'
  return 'internal'
}
