import { viewStateAtom } from '#client/session/viewState.ts'

interface NoteListState {
  curPageNo: number
  selectedNoteNo: number | null
}

/** Where the note list stands. The address leads; this remembers it for the way back. */
export const noteListAtom = viewStateAtom<NoteListState>({ curPageNo: 1, selectedNoteNo: null })
