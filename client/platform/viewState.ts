import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'

const resets: (() => void)[] = []

/** An atom of view state, such as a list's page, that signing out puts back to its initial value. */
export function viewStateAtom<State>(initial: State): PrimitiveAtom<State> {
  const state = atom(initial)
  resets.push(() => getDefaultStore().set(state, initial))
  return state
}

/** Puts every list's view state back, as signing out does (section 4 of the specification). */
export function resetViewStates(): void {
  for (const reset of resets) reset()
}
