import { getDefaultStore } from 'jotai'
import { viewStateAtom } from '#client/platform/viewState.ts'

interface HubListState {
  curPageNo: number
  selectedHub: number | null
}

const STORAGE_KEY = 'hubList'
const initial: HubListState = { curPageNo: 1, selectedHub: null }

/** Where the hub list stands. The address leads; this remembers it for the way back, and session storage mirrors it. */
export const hubListAtom = viewStateAtom(initial)

const store = getDefaultStore()
const stored = sessionStorage.getItem(STORAGE_KEY)
if (stored !== null) store.set(hubListAtom, { ...initial, ...JSON.parse(stored) })
store.sub(hubListAtom, () => {
  const state = store.get(hubListAtom)
  if (state === initial) sessionStorage.removeItem(STORAGE_KEY)
  else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(state))
})
