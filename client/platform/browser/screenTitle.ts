import { atom } from 'jotai'

/**
 * Whether the heading of the new screen should take the focus after a navigation. If it renders late, with its data, the user may have
 * pressed something meanwhile, and keeps the focus.
 */
let shouldFocus = false

export function setNavigationFlag(): void {
  shouldFocus = true
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, consumeNavigationFlag, { once: true, capture: true })
}

/** Returns true once after each navigation. */
export function consumeNavigationFlag(): boolean {
  const wasSet = shouldFocus
  shouldFocus = false
  return wasSet
}

/** The prefix of the tab's title on all screens: '(3) ', or empty. */
export const titlePrefixAtom = atom('')
