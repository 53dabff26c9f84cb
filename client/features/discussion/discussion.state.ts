import { viewStateAtom } from '#client/session/viewState.ts'

/** Where the discussion list stands. The address leads; this remembers it. */
export const discussionListAtom = viewStateAtom({ curPageNo: 1 })
