import { t } from '#client/platform/language/language.ts'
import { type ErrorCode, errorKinds } from '#protocol/errors.ts'

/** What went wrong with a call: what the server said, or `offline`, that it was not reached at all. */
export type FailureCode = ErrorCode | 'offline'

interface Failure {
  code: FailureCode
  /** The HTTP status; 0 when no answer came. */
  status: number
  /** The server's sentence, in the language that was asked for; empty when it sent none. */
  message?: string | undefined
  /** The request's field at fault, if one is. */
  field?: string | undefined
  /** After how many seconds a call that came too often may be repeated; 0 when the server did not say. */
  retryAfterSeconds?: number | undefined
}

/** The only error that `callApi` throws, apart from the AbortError of a call that its caller gave up. */
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

  /** Nobody's mistake: the same call may well succeed in a moment. */
  get isPassing(): boolean {
    return this.code === 'offline' || this.status >= 500
  }
}

/** Whether the same call may well succeed in a moment. */
export const isPassing = (error: unknown) => error instanceof CallFailed && error.isPassing

/** Whether the server has answered no: asked again, it says the same, until something has changed. */
export const isRejection = (error: unknown) =>
  error instanceof CallFailed && !error.isPassing && error.code !== 'tooMany'

/** Whether the server says that what was asked for is not there, or not for whoever asks. */
export const isNotFound = (error: unknown) => error instanceof CallFailed && error.code === 'notFound'

/** The sentence under which a failure is shown. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallFailed)) return t('error.internal')
  if (error.code === 'offline') return t(navigator.onLine ? 'error.unreachable' : 'error.offline')
  if (error.message !== '') return error.message
  if (error.code === 'tooMany') return t('error.tooMany', { seconds: Math.max(1, error.retryAfterSeconds) })
  return t(errorKinds[error.code].sentence)
}
