import { t } from '#client/platform/language/language.ts'
import { type ErrorCode, errorKinds } from '#protocol/call.ts'

/** The error code of the server, or `offline` if it was not reached. */
export type FailureCode = ErrorCode | 'offline'

interface Failure {
  code: FailureCode
  /** The HTTP status; 0 without a response. */
  status: number
  /** The server's message, in the language of the request; may be empty. */
  message?: string | undefined
  /** The invalid field of the request. */
  field?: string | undefined
  /** When a rate-limited call may be repeated; 0 if the server did not say. */
  retryAfterSeconds?: number | undefined
}

/** The only error that `callApi` throws, except for the AbortError of an aborted call. */
export class CallFailed extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly field: string | undefined
  readonly retryAfterSeconds: number

  constructor({ code, status, message = '', field, retryAfterSeconds = 0 }: Failure) {
    super(message)
    this.name = 'CallFailed'
    this.code = code
    this.status = status
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether the same call may succeed in a moment. */
  get isTransient(): boolean {
    return this.code === 'offline' || this.status >= 500
  }
}

/** Whether the same call may succeed in a moment. */
export const isTransient = (error: unknown) => error instanceof CallFailed && error.isTransient

/** Whether the server has rejected the call, so that repeating it is of no use. */
export const isRejection = (error: unknown) =>
  error instanceof CallFailed && !error.isTransient && error.code !== 'tooMany'

/** Whether the resource does not exist, or the user may not see it. */
export const isNotFound = (error: unknown) => error instanceof CallFailed && error.code === 'notFound'

/** The message to show for a failed call. */
export function failureText(error: unknown): string {
  // Offline, code that is not cached cannot be loaded.
  if (!(error instanceof CallFailed)) return t(navigator.onLine ? 'error.internal' : 'error.offline')
  if (error.code === 'offline') return t(navigator.onLine ? 'error.unreachable' : 'error.offline')
  if (error.message !== '') return error.message
  if (error.code === 'tooMany') return t('error.tooMany', { seconds: Math.max(1, error.retryAfterSeconds) })
  return t(errorKinds[error.code].sentence)
}
