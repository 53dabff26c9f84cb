import type { TextKey } from '#protocol/text/index.ts'
import { type EditorState, flawsOf, isDirty } from './note.editor.ts'

/** How what is written stands with the server: the first thing that the status line says. */
export type Standing = 'new' | 'saved' | 'saving' | 'unsaved' | 'keptHere' | 'nowhere' | 'noTitle' | 'tooLong'

export const STANDING_TEXTS = {
  new: 'notes.standsNew',
  saved: 'notes.standsSaved',
  saving: 'notes.standsSaving',
  unsaved: 'notes.standsUnsaved',
  keptHere: 'notes.standsKeptHere',
  nowhere: 'notes.standsNowhere',
  noTitle: 'notes.standsNoTitle',
  tooLong: 'notes.bodyLength',
} as const satisfies Record<Standing, TextKey>

export function standingOf(state: EditorState, hasLine: boolean): Standing {
  if (state.isSaving) return 'saving'
  if (!isDirty(state)) return state.noteNo === null ? 'new' : 'saved'
  const flaws = flawsOf(state.writing)
  if (flaws.text) return 'tooLong'
  if (!state.keepsDrafts) return 'nowhere'
  if (flaws.title) return 'noTitle'
  return hasLine ? 'unsaved' : 'keptHere'
}
