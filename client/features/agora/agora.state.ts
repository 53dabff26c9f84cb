import { viewStateAtom } from '#client/session/viewState.ts'

/** Where the list of suggestions stands. The address leads; this remembers it. */
export const agoraAtom = viewStateAtom({ curPageNo: 1 })
