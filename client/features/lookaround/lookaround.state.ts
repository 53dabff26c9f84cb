import { viewStateAtom } from '#client/session/viewState.ts'

interface LookaroundSelection {
  hubNo: number | null
  noteNo: number | null
}

/** The last open room and note. The URL is authoritative; this value serves the way back. */
export const lookaroundAtom = viewStateAtom<LookaroundSelection>({ hubNo: null, noteNo: null })
