import { keptViewStateAtom } from '#client/session/viewState.ts'

interface HubListState {
  curPageNo: number
  selectedHub: number | null
}

/** Where the hub list stands. The address leads; this remembers it for the way back, and session storage mirrors it. */
export const hubListAtom = keptViewStateAtom<HubListState>({ curPageNo: 1, selectedHub: null }, 'hubList')
