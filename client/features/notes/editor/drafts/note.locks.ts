/**
 * Names that one page of this browser holds at a time. The browser lets go of them when the page dies, however it
 * dies. Without locks, as on an address without TLS, nothing is known of other pages.
 */
const locks = typeof navigator === 'undefined' ? undefined : navigator.locks

/** By this page, where there are no locks. */
const heldHere: string[] = []

/** Holds a name, once it is free, until it is let go or the page dies. Returns how to let go. */
export function hold(name: string, onHeld: () => void = () => undefined): () => void {
  if (!locks) return holdHere(name, onHeld)
  const lettingGo = new AbortController()
  const { signal } = lettingGo
  const letGo = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
  locks
    .request(name, { signal }, () => {
      onHeld()
      return letGo
    })
    // Let go before it was held.
    .catch(() => undefined)
  return () => lettingGo.abort()
}

function holdHere(name: string, onHeld: () => void): () => void {
  heldHere.push(name)
  onHeld()
  return () => {
    heldHere.splice(heldHere.indexOf(name), 1)
  }
}

/** Calls back as soon as nobody holds the name, unless the signal ends the waiting before. Never without locks. */
export function onceFree(name: string, signal: AbortSignal, tell: () => void): void {
  locks?.request(name, { mode: 'shared', signal }, tell).catch(() => undefined)
}

/** Whether somebody holds the name and does not let go of it within so many milliseconds. */
export async function isHeldFor(name: string, ms: number): Promise<boolean> {
  if (!locks) return heldHere.includes(name)
  // A busy browser answers late: that alone is no sign of anybody.
  const isFree = await locks.request(name, { mode: 'shared', ifAvailable: true }, lock => lock !== null)
  if (isFree) return false
  try {
    await locks.request(name, { mode: 'shared', signal: AbortSignal.timeout(ms) }, () => undefined)
    return false
  } catch {
    return true
  }
}
