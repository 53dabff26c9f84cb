import { CallFailed, type FailureCode, failureText, isTransient } from '#client/platform/calls/callFailed.ts'
import type { EditorMessage, EditorState } from './editor.reducer.ts'

/** Why a retry cannot succeed: the user has to decide or change something. Stored in drafts. */
export type SaveFailure =
  | { kind: 'conflict' | 'noteGone' | 'topicGone' }
  | { kind: 'refused'; sentence: string }

/** Succeeds after the rate limit has passed, or after sign-in or a password change. */
const RETRYABLE_CODES: readonly FailureCode[] = ['tooMany', 'notSignedIn', 'passwordChangeNeeded']

/** Null if a retry may succeed. */
export function toSaveFailure(error: unknown, noteNo: number | null): SaveFailure | null {
  if (!(error instanceof CallFailed)) return { kind: 'refused', sentence: failureText(error) }
  if (error.code === 'notFound') return { kind: noteNo === null ? 'topicGone' : 'noteGone' }
  return error.isTransient || RETRYABLE_CODES.includes(error.code)
    ? null
    : { kind: 'refused', sentence: failureText(error) }
}

export function currentSaveFailure({ conflict, message, noteNo }: EditorState): SaveFailure | null {
  if (conflict !== null) return { kind: 'conflict' }
  return message?.kind === 'failed' ? toSaveFailure(message.error, noteNo) : null
}

/** Whether a requested save failed only because the connection or the server is down. */
export function isWaitingForConnection({ saveRequestedAt, message }: EditorState): boolean {
  return saveRequestedAt !== null && message?.kind === 'failed' && isTransient(message.error)
}

/** Status message for a stored failure. Null for a conflict, which has its own panel. */
export function toEditorMessage(saveFailure: SaveFailure): EditorMessage | null {
  if (saveFailure.kind === 'conflict') return null
  const error =
    saveFailure.kind === 'refused'
      ? new CallFailed({ code: 'invalid', status: 400, message: saveFailure.sentence })
      : new CallFailed({ code: 'notFound', status: 404 })
  return { kind: 'failed', error, reason: 'manual' }
}
