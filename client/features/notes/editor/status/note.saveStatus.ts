import { validationErrorsOf, withTitle } from '#client/features/notes/sync/note.content.ts'
import { type EditorState, isBehind, isDirty, isOutdated } from '#client/features/notes/sync/note.editor.ts'
import type { TextKey } from '#protocol/text/index.ts'

type SaveStatus =
  | 'new'
  | 'saved'
  | 'outdated'
  | 'behind'
  | 'saving'
  | 'unsaved'
  | 'storedHere'
  | 'notStored'
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
  storedHere: 'notes.saveStatusKeptHere',
  notStored: 'notes.saveStatusNowhere',
  noTitle: 'notes.saveStatusNoTitle',
  longTitle: 'notes.titleLength',
  tooLong: 'notes.bodyLength',
} as const satisfies Record<SaveStatus, TextKey>

export function saveStatusOf(state: EditorState, isConnected: boolean): SaveStatus {
  if (state.isSaving) return 'saving'
  if (isOutdated(state)) return 'outdated'
  if (!isDirty(state)) return state.noteNo === null ? 'new' : 'saved'
  const validationErrors = validationErrorsOf(withTitle(state.content))
  if (validationErrors.text) return 'tooLong'
  if (!state.canStoreDrafts) return 'notStored'
  if (validationErrors.title) return state.content.title.trim() === '' ? 'noTitle' : 'longTitle'
  if (isBehind(state)) return state.conflict === null ? 'behind' : 'outdated'
  return isConnected ? 'unsaved' : 'storedHere'
}
