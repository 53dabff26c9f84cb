import type { Shortcut } from '#client/platform/browser/keyboard.ts'
import { persistedViewStateAtom } from '#client/session/viewState.ts'

interface HubListState {
  curPageNo: number
  selectedHub: number | null
  onlyUnread: boolean
}

/** Page, filter and selection of the hub list. At `/friends` the URL is the source; session storage remembers it. */
export const hubListAtom = persistedViewStateAtom<HubListState>(
  { curPageNo: 1, selectedHub: null, onlyUnread: false },
  'hubList',
)

/** The room list is beside the room from this width on. In rem, so that enlarged text falls back to one column. */
export const TWO_PANES = '(min-width: 75rem)'

/** Shortcuts to the next and previous room. */
export const nextRoom: Shortcut = { code: 'ArrowDown', alt: true }
export const previousRoom: Shortcut = { code: 'ArrowUp', alt: true }
