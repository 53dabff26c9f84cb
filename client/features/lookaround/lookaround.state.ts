import { viewStateAtom } from '#client/session/viewState.ts'

interface LookaroundSelection {
  hubNo: number | null
  noteNo: number | null
}

/** The room and the note that a visitor looks at. The address leads; this remembers it for the way back. */
export const lookaroundAtom = viewStateAtom<LookaroundSelection>({ hubNo: null, noteNo: null })
