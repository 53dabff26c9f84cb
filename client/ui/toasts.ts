import { atom } from 'jotai'

export interface Toast {
  text: string
  /** An action, such as undo. It closes the toast. */
  action?: { label: string; run: () => void }
  /** A link to more. It closes the toast. */
  link?: { label: string; to: string }
  /** Names a state that the toast reports, such as whether a room is muted. A later toast with this key replaces it. */
  stateKey?: string
}

export interface ShownToast extends Toast {
  id: number
}

/** The oldest toast is removed when there are more. */
const TOASTS_MAX = 3

let lastId = 0

/** A toast replaces an earlier one about the same state, and a repeated one without an action or another link. */
const isSame = (one: Toast, other: Toast) =>
  (one.stateKey !== undefined && one.stateKey === other.stateKey) ||
  (one.text === other.text && one.link?.to === other.link?.to && !one.action && !other.action)

export const toastsAtom = atom<ShownToast[]>([])

/** Shows a toast: `useSetAtom(showToastAtom)` or `store.set(showToastAtom, …)`. */
export const showToastAtom = atom(null, (get, set, toast: Toast) => {
  lastId += 1
  const others = get(toastsAtom).filter(shown => !isSame(shown, toast))
  set(toastsAtom, [...others, { ...toast, id: lastId }].slice(-TOASTS_MAX))
})

export const dismissToastAtom = atom(null, (get, set, id: number) => {
  set(
    toastsAtom,
    get(toastsAtom).filter(toast => toast.id !== id),
  )
})
