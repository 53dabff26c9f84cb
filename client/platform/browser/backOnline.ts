const listeners = new Set<() => void>()

/**
 * Subscribes to the return of the connection, to repeat what failed offline. It may fire although the server is still unreachable.
 * Returns the unsubscribe function.
 */
export function onBackOnline(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** For code that notices it before the browser does, such as the socket. */
export function notifyOnline(): void {
  for (const listener of [...listeners]) listener()
}

if (typeof window !== 'undefined') window.addEventListener('online', notifyOnline)
