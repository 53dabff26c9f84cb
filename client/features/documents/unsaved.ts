import { CallFailed, type FailureCode, failureText, isTransient } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import type { DocumentContent } from '#protocol/document/content.ts'
import { isSavedAs } from '#protocol/savedForm.ts'

interface Contents {
  content: DocumentContent
  savedContent: DocumentContent
}

export const isUnsaved = ({ content, savedContent }: Contents) => !isSavedAs(content, savedContent)

/** Why a retry cannot succeed: the user has to decide or change something. */
export type SaveFailure = { kind: 'noteGone' | 'topicGone' } | { kind: 'refused'; sentence: string }

/** Succeeds after the rate limit has passed, or after sign-in or a password change. */
const RETRYABLE_CODES: readonly FailureCode[] = ['tooMany', 'notSignedIn', 'passwordChangeNeeded']

/** Null without an error, or if a retry may succeed. */
export function toSaveFailure(error: unknown, noteNo: number | null): SaveFailure | null {
  if (error === null) return null
  if (!(error instanceof CallFailed)) return { kind: 'refused', sentence: failureText(error) }
  if (error.code === 'notFound') return { kind: noteNo === null ? 'topicGone' : 'noteGone' }
  return error.isTransient || RETRYABLE_CODES.includes(error.code)
    ? null
    : { kind: 'refused', sentence: failureText(error) }
}

/** For the note lists, which link to the editor. */
export function saveFailureText(failure: SaveFailure): string {
  if (failure.kind === 'refused') return failure.sentence
  return t(failure.kind === 'noteGone' ? 'notes.unsentNoteGone' : 'notes.unsentTopicGone')
}

/** Whether a requested save failed only because the connection or the server is down. */
export function isWaitingForConnection({
  saveRequestedAt,
  saveError,
}: {
  saveRequestedAt: number | null
  saveError: unknown
}): boolean {
  return saveRequestedAt !== null && saveError !== null && isTransient(saveError)
}
