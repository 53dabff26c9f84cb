import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'
import { tabStorage } from '#client/platform/browser/storage.ts'

const resets: (() => void)[] = []

/** An atom of view state, such as a list's page, that signing out puts back to its initial value. */
export function viewStateAtom<State>(initial: State): PrimitiveAtom<State> {
  const state = atom(initial)
  resets.push(() => getDefaultStore().set(state, initial))
  return state
}

/** The same, and it outlives a reload of its tab. */
export function keptViewStateAtom<State extends object>(initial: State, key: string): PrimitiveAtom<State> {
  const store = getDefaultStore()
  const state = viewStateAtom(initial)
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
  for (const reset of resets) reset()
}
