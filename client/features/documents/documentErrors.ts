import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { type ErrorCode, errorKinds } from '#protocol/call.ts'
import type { EventError } from '#protocol/events.ts'

/** Errors that pass, or that opening the document again resolves. */
const TEMPORARY = [
  'tooMany',
  'full',
  'replaced',
  'mismatch',
  'unavailable',
  'internal',
] as const satisfies EventError[]
/** The user has to sign in again, after which the connection is opened again. */
const OF_SESSION = ['notSignedIn', 'passwordChangeNeeded'] as const satisfies EventError[]
export type LastingError = Exclude<EventError, (typeof TEMPORARY)[number] | (typeof OF_SESSION)[number]>
export const isTemporary = (error: EventError): error is (typeof TEMPORARY)[number] =>
  TEMPORARY.some(each => each === error)

export const isOfSession = (error: EventError): error is (typeof OF_SESSION)[number] =>
  OF_SESSION.some(each => each === error)

export const failureOf = (code: ErrorCode) => new CallFailed({ code, status: errorKinds[code].status })
