import { titled, validationErrorsOf } from '#client/features/notes/editor/saving/note.content.ts'
import {
  type EditorState,
  isBehind,
  isDirty,
  isOutdated,
} from '#client/features/notes/editor/saving/note.editor.ts'
import type { TextKey } from '#protocol/text/index.ts'

/** How what is written stands with the server: the first thing that the status line says. */
export type SaveStatus =
  | 'new'
  | 'saved'
  | 'outdated'
  | 'behind'
  | 'saving'
  | 'unsaved'
  | 'keptHere'
  | 'nowhere'
  | 'noTitle'
  | 'longTitle'
  | 'tooLong'

export const SAVE_STATUS_TEXTS = {
  new: 'notes.saveStatusNew',
  saved: 'notes.saveStatusSaved',
  outdated: 'notes.saveStatusOutdated',
  behind: 'notes.saveStatusBehind',
  saving: 'notes.saveStatusSaving',
  unsaved: 'notes.saveStatusUnsaved',
  keptHere: 'notes.saveStatusKeptHere',
  nowhere: 'notes.saveStatusNowhere',
  noTitle: 'notes.saveStatusNoTitle',
  longTitle: 'notes.titleLength',
  tooLong: 'notes.bodyLength',
} as const satisfies Record<SaveStatus, TextKey>

export function saveStatusOf(state: EditorState, isConnected: boolean): SaveStatus {
  if (state.isSaving) return 'saving'
  if (isOutdated(state)) return 'outdated'
  if (!isDirty(state)) return state.noteNo === null ? 'new' : 'saved'
  const validationErrors = validationErrorsOf(titled(state.writing))
  if (validationErrors.text) return 'tooLong'
  if (!state.keepsDrafts) return 'nowhere'
  if (validationErrors.title) return state.writing.title.trim() === '' ? 'noTitle' : 'longTitle'
  if (isBehind(state)) return state.conflict === null ? 'behind' : 'outdated'
  return isConnected ? 'unsaved' : 'keptHere'
}
