import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'
import { tabStorage } from '#client/platform/browser/storage.ts'

/**
 * What outlives a reload of its tab, by its name in the tab's storage. A member's is for the eyes of that member alone; a visitor's
 * comes along with whoever signs in.
 */
const KEPT = {
  answers: 'member',
  carried_text: 'visitor',
  hubList: 'member',
  invitation: 'visitor',
  notice_draft: 'member',
  opinion: 'member',
  report_outcomes: 'member',
  unsentComments: 'member',
} as const

type KeptKey = keyof typeof KEPT
type Whose = (typeof KEPT)[KeptKey]

/** In the tab's storage: the number of the member whose states are kept there. */
const OWNER_KEY = 'kept_for'

const resets: { whose: Whose; reset: () => void }[] = []

/** An atom of view state, such as a list's page, that signing out puts back to its initial value. */
export function viewStateAtom<State>(initial: State, whose: Whose = 'member'): PrimitiveAtom<State> {
  const state = atom(initial)
  resets.push({ whose, reset: () => getDefaultStore().set(state, initial) })
  return state
}

/** The same, and it outlives a reload of its tab. */
export function keptViewStateAtom<State extends object>(initial: State, key: KeptKey): PrimitiveAtom<State> {
  const store = getDefaultStore()
  const state = viewStateAtom(initial, KEPT[key])
  const kept = tabStorage.getItem(key)
  if (kept !== null) store.set(state, { ...initial, ...JSON.parse(kept) })
  store.sub(state, () => {
    const now = store.get(state)
    if (now === initial) tabStorage.removeItem(key)
    else tabStorage.setItem(key, JSON.stringify(now))
  })
  return state
}

/** Puts every list's view state back, as signing out does (section 4 of the specification). */
export function resetViewStates(): void {
  reset('member')
  reset('visitor')
  tabStorage.removeItem(OWNER_KEY)
}

/**
 * Whoever is signed in from now on goes on with what they had here; what somebody else had, whose session ended without their
 * signing out, goes.
 */
export function keepViewStatesFor(userNo: number): void {
  const owner = tabStorage.getItem(OWNER_KEY)
  if (owner !== null && owner !== String(userNo)) reset('member')
  tabStorage.setItem(OWNER_KEY, String(userNo))
}

function reset(whose: Whose): void {
  for (const state of resets) if (state.whose === whose) state.reset()
  // Those of screens that were not opened since the page was loaded stand in the storage alone.
  for (const [key, theirs] of Object.entries(KEPT)) if (theirs === whose) tabStorage.removeItem(key)
}
