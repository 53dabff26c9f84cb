import type { ErrorRequestHandler } from 'express'
import { MulterError } from 'multer'
import type { Logger } from 'pino'
import { type ErrorCode, errorKinds } from '#protocol/errors.ts'
import { errorReply, RequestError } from './errors.ts'
import { languageOf } from './language.ts'
import { isMongoUnavailable } from './mongo/errors.ts'
import { sayIn } from './say.ts'

/**
 * The one place where an error becomes a status and JSON. What is our fault is logged, never shown. Calls back when the
 * database was out of reach.
 */
export function answerErrors(log: Logger, onUnavailable: () => void): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (isMongoUnavailable(error)) onUnavailable()
    if (response.headersSent) {
      log.error({ err: error, method: request.method, path: request.path }, 'an answer broke off')
      response.destroy()
      return
    }
    const known = asRequestError(error)
    if (known.code === 'internal' || known.code === 'unavailable') {
      log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    }
    if (known.retryAfterS !== undefined) response.set('Retry-After', String(known.retryAfterS))
    response.status(errorKinds[known.code].status).json(errorReply(known, sayIn(languageOf(request))))
  }
}

function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof MulterError)
    return new RequestError(error.code === 'LIMIT_FIELD_VALUE' ? 'tooLarge' : 'invalid')
  if (isMongoUnavailable(error)) return new RequestError('unavailable')
  return new RequestError(codeOfBodyError(error))
}

/** Body parsers put the status that they mean on their errors. */
function codeOfBodyError(error: unknown): ErrorCode {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return 'tooLarge'
  if (typeof status === 'number' && status >= 400 && status < 500) return 'invalid'
  // A multipart body that ends early or has no boundary: busboy's own words, without a status.
  if (error instanceof Error && /^(Multipart:|Unexpected end of form|Malformed)/.test(error.message))
    return 'invalid'
  return 'internal'
}
