import {
  type EditorState,
  isBehind,
  isDirty,
  isOutdated,
} from '#client/features/notes/editor/saving/note.editor.ts'
import { flawsOf, titled } from '#client/features/notes/editor/saving/note.writing.ts'
import type { TextKey } from '#protocol/text/index.ts'

/** How what is written stands with the server: the first thing that the status line says. */
export type Standing =
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

export const STANDING_TEXTS = {
  new: 'notes.standsNew',
  saved: 'notes.standsSaved',
  outdated: 'notes.standsOutdated',
  behind: 'notes.standsBehind',
  saving: 'notes.standsSaving',
  unsaved: 'notes.standsUnsaved',
  keptHere: 'notes.standsKeptHere',
  nowhere: 'notes.standsNowhere',
  noTitle: 'notes.standsNoTitle',
  longTitle: 'notes.titleLength',
  tooLong: 'notes.bodyLength',
} as const satisfies Record<Standing, TextKey>

export function standingOf(state: EditorState, isConnected: boolean): Standing {
  if (state.isSaving) return 'saving'
  if (isOutdated(state)) return 'outdated'
  if (!isDirty(state)) return state.noteNo === null ? 'new' : 'saved'
  const flaws = flawsOf(titled(state.writing))
  if (flaws.text) return 'tooLong'
  if (!state.keepsDrafts) return 'nowhere'
  if (flaws.title) return state.writing.title.trim() === '' ? 'noTitle' : 'longTitle'
  if (isBehind(state)) return state.conflict === null ? 'behind' : 'outdated'
  return isConnected ? 'unsaved' : 'keptHere'
}
