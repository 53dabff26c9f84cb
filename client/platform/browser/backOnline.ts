const listeners = new Set<() => void>()

/**
 * Calls back when the line to the server may be back: for what could not be fetched without it. It may be said oftener than it
 * is so. Returns how to stop.
 */
export function onBackOnline(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** For whoever notices it before the browser does, as the socket. */
export function announceOnline(): void {
  for (const listener of [...listeners]) listener()
}

if (typeof window !== 'undefined') window.addEventListener('online', announceOnline)
