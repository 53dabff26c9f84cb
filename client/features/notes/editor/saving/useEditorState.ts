import { useSyncExternalStore } from 'react'
import type { EditorState } from './note.editor.ts'
import type { Editor } from './note.saving.ts'

/**
 * A part of what the editor knows, drawn again when that part changes. What is written changes at every key: only what shows it may
 * ask for it. `select` answers with the same value for the same state, so it makes no objects.
 */
export function useEditorState<Part>(editor: Editor, select: (state: EditorState) => Part): Part {
  return useSyncExternalStore(editor.subscribe, () => select(editor.state()))
}
