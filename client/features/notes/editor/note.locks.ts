/**
 * Names that one page of this browser holds at a time. The browser lets go of them when the page dies, however it
 * dies. Without locks, as on an address without TLS, nothing is held and nobody is known to live.
 */
const locks = typeof navigator === 'undefined' ? undefined : navigator.locks

/** Holds a name, once it is free, until it is let go or the page dies. Returns how to let go. */
export function hold(name: string, onHeld: () => void = () => undefined): () => void {
  if (!locks) {
    onHeld()
    return () => undefined
  }
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

/** Calls back as soon as nobody holds the name, unless the signal ends the waiting before. Never without locks. */
export function onceFree(name: string, signal: AbortSignal, tell: () => void): void {
  locks?.request(name, { mode: 'shared', signal }, tell).catch(() => undefined)
}

/** Whether somebody holds the name and does not let go of it within so many milliseconds. */
export async function isHeldFor(name: string, ms: number): Promise<boolean> {
  try {
    await locks?.request(name, { mode: 'shared', signal: AbortSignal.timeout(ms) }, () => undefined)
    return false
  } catch {
    return true
  }
}
