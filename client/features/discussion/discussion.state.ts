import { viewStateAtom } from '#client/platform/viewState.ts'

/** Where the discussion list stands. The address leads; this remembers it. */
export const discussionListAtom = viewStateAtom({ curPageNo: 1 })
