/**
 * Whether the heading of the new screen should take the focus after a navigation. If it renders late, with its data, the user may have
 * pressed something meanwhile, and keeps the focus.
 */
let shouldFocus = false

export function requestHeadingFocus(): void {
  shouldFocus = true
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, consumeHeadingFocus, { once: true, capture: true })
}

/** Returns true once after each navigation. */
export function consumeHeadingFocus(): boolean {
  const wasSet = shouldFocus
  shouldFocus = false
  return wasSet
}
