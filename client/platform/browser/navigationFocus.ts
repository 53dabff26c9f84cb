/**
 * Whether a navigation waits for its screen's heading to take the focus. The heading may come late, with the data; by
 * then somebody may have pressed something, and the focus is theirs.
 */
let waiting = false

export function expectArrival(): void {
  waiting = true
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, takeArrival, { once: true, capture: true })
}

/** True once after each navigation. */
export function takeArrival(): boolean {
  const waited = waiting
  waiting = false
  return waited
}
