import { Manager, type Socket } from 'socket.io-client'
import type { AGORA_NAMESPACE, ClientEvents, ServerEvents } from '#protocol/events.ts'

/** Short and randomized: screens recover within seconds, and a restarted server is not overloaded. */
const RETRY_DELAY_MS = 200
export const RETRY_DELAY_MAX_MS = 2_000
const RETRY_SPREAD = 0.5
/** Socket.IO does not notice an attempt that is never answered, or closed before the answer. */
const CONNECT_TIMEOUT_MS = 10_000
/** Delay after the server had too many sockets of this user or address, or closed one. */
const CROWDED_RETRY_MS = 15_000

let manager: Manager<ServerEvents, ClientEvents> | undefined

/**
 * A socket in one of the server's namespaces; the caller connects it. All sockets of a tab share one
 * connection, which closes with the last of them.
 */
export function getSocket(namespace: '/' | typeof AGORA_NAMESPACE): Socket<ServerEvents, ClientEvents> {
  manager ??= newManager()
  return manager.socket(namespace)
}

function newManager(): Manager<ServerEvents, ClientEvents> {
  const created = new Manager<ServerEvents, ClientEvents>(location.origin, {
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: RETRY_DELAY_MS,
    reconnectionDelayMax: RETRY_DELAY_MAX_MS,
    randomizationFactor: RETRY_SPREAD,
    timeout: CONNECT_TIMEOUT_MS,
  })
  // Socket.IO does so itself, except for a server on this machine.
  window.addEventListener('offline', () => created.engine?.close())
  return created
}

/** Delay before the next attempt after a rejection, in milliseconds. */
export function retryDelay(rejection: 'crowded' | 'flooding' | undefined): number {
  if (rejection === undefined) return RETRY_DELAY_MAX_MS * Math.random()
  return CROWDED_RETRY_MS * (1 + RETRY_SPREAD * Math.random())
}

/** The next `getSocket` call for the namespace returns it without listeners. */
export function closeSocket(socket: Socket<ServerEvents, ClientEvents>): void {
  socket.off()
  socket.offAny()
  socket.disconnect()
}

/** Calls back when the tab becomes visible or the network is back. Returns the cleanup function. */
export function onTabResume(onResume: () => void): () => void {
  const resumeWhenVisible = () => document.visibilityState === 'visible' && onResume()
  document.addEventListener('visibilitychange', resumeWhenVisible)
  window.addEventListener('online', onResume)
  return () => {
    document.removeEventListener('visibilitychange', resumeWhenVisible)
    window.removeEventListener('online', onResume)
  }
}
