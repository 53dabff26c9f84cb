import { atom } from 'jotai'

export interface Toast {
  text: string
  /** One thing to do about it, such as undoing. The toast goes away when it is pressed. */
  action?: { label: string; run: () => void }
  /** Where more of it is to be seen. The toast goes away when it is followed. */
  link?: { label: string; to: string }
}

export interface ShownToast extends Toast {
  id: number
}

/** More at once would cover the screen: the oldest makes way. */
const SHOWN_AT_ONCE = 3

let lastId = 0

/** What has been said already is said anew, and not twice: unless each of both can be undone, or leads elsewhere. */
const isSame = (one: Toast, other: Toast) =>
  one.text === other.text && one.link?.to === other.link?.to && !one.action && !other.action

export const toastsAtom = atom<ShownToast[]>([])

/** Tells something in passing, at the foot of every screen: `useSetAtom(showToastAtom)` or `store.set(showToastAtom, …)`. */
export const showToastAtom = atom(null, (get, set, toast: Toast) => {
  lastId += 1
  const others = get(toastsAtom).filter(shown => !isSame(shown, toast))
  set(toastsAtom, [...others, { ...toast, id: lastId }].slice(-SHOWN_AT_ONCE))
})

export const dismissToastAtom = atom(null, (get, set, id: number) => {
  set(
    toastsAtom,
    get(toastsAtom).filter(toast => toast.id !== id),
  )
})
