import { CallFailed, type FailureCode, failureText, isPassing } from '#client/platform/calls/callFailed.ts'
import type { EditorMessage, EditorState } from './note.editor.ts'

/** Why a writing cannot be saved by trying again: its writer has to decide, or to change something. */
export type SaveFailure =
  | { kind: 'conflict' | 'noteGone' | 'topicGone' }
  | { kind: 'refused'; sentence: string }

/** Until the limit has passed, or its person has signed in or chosen a password. */
const WAITING_HELPS: readonly FailureCode[] = ['tooMany', 'notSignedIn', 'passwordChangeNeeded']

/** Null where trying again may help. */
export function saveFailureOfError(error: unknown, noteNo: number | null): SaveFailure | null {
  if (!(error instanceof CallFailed)) return { kind: 'refused', sentence: failureText(error) }
  if (error.code === 'notFound') return { kind: noteNo === null ? 'topicGone' : 'noteGone' }
  return error.isPassing || WAITING_HELPS.includes(error.code)
    ? null
    : { kind: 'refused', sentence: failureText(error) }
}

/** What stands in the way of what the editor was asked to save. */
export function saveFailureOf({ conflict, message, noteNo }: EditorState): SaveFailure | null {
  if (conflict !== null) return { kind: 'conflict' }
  return message?.kind === 'failed' ? saveFailureOfError(message.error, noteNo) : null
}

/** What was asked to be saved waits for nothing but the line, or the server. */
export function waitsForLine({ askedAt, message }: EditorState): boolean {
  return askedAt !== null && message?.kind === 'failed' && isPassing(message.error)
}

/** How an editor that is opened on such a writing tells of it; a conflict it shows otherwise. */
export function messageOfSaveFailure(saveFailure: SaveFailure): EditorMessage | null {
  if (saveFailure.kind === 'conflict') return null
  const error =
    saveFailure.kind === 'refused'
      ? new CallFailed({ code: 'invalid', status: 400, message: saveFailure.sentence })
      : new CallFailed({ code: 'notFound', status: 404 })
  return { kind: 'failed', error, how: 'manual' }
}
