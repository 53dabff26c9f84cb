import { Manager, type Socket } from 'socket.io-client'
import type { AGORA_NAMESPACE, ClientEvents, ServerEvents } from '#protocol/events.ts'

/** Short and spread out: every screen is right again within seconds, and a restarted server is not stormed. */
const RETRY_AFTER_MS = 200
export const RETRY_AFTER_AT_MOST_MS = 2_000
const RETRY_SPREAD = 0.5
/** An attempt that nobody answers, or that is closed before it was answered: the library hears of neither. */
const ATTEMPT_TAKES_AT_MOST_MS = 10_000
/** When the server has too many sockets of this person or address, or had to end one. */
const CROWD_GOES_AFTER_MS = 15_000

let manager: Manager<ServerEvents, ClientEvents> | undefined

/**
 * A socket in one of the server's namespaces, to be connected by whoever asks for it. All sockets of a tab share one connection,
 * which is closed with the last of them.
 */
export function socketAt(namespace: '/' | typeof AGORA_NAMESPACE): Socket<ServerEvents, ClientEvents> {
  manager ??= newManager()
  return manager.socket(namespace)
}

function newManager(): Manager<ServerEvents, ClientEvents> {
  const made = new Manager<ServerEvents, ClientEvents>(location.origin, {
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: RETRY_AFTER_MS,
    reconnectionDelayMax: RETRY_AFTER_AT_MOST_MS,
    randomizationFactor: RETRY_SPREAD,
    timeout: ATTEMPT_TAKES_AT_MOST_MS,
  })
  // As the library does by itself, but not where the server is on this machine: there a lost network is noticed at the next ping.
  window.addEventListener('offline', () => made.engine?.close())
  return made
}

/** How long to wait before coming again to a server that said no: soon, or when a crowd may have gone. In milliseconds. */
export function waitAfter(rejection: 'crowded' | 'flooding' | undefined): number {
  if (rejection === undefined) return RETRY_AFTER_AT_MOST_MS * Math.random()
  return CROWD_GOES_AFTER_MS * (1 + RETRY_SPREAD * Math.random())
}

/** Leaves the namespace. The next one who asks for the socket gets it as if it were new. */
export function leave(socket: Socket<ServerEvents, ClientEvents>): void {
  socket.off()
  socket.offAny()
  socket.disconnect()
}

/** Tells when the tab is looked at again, or the network is back. Returns how to stop. */
export function watchTab(tell: () => void): () => void {
  const tellWhenVisible = () => document.visibilityState === 'visible' && tell()
  document.addEventListener('visibilitychange', tellWhenVisible)
  window.addEventListener('online', tell)
  return () => {
    document.removeEventListener('visibilitychange', tellWhenVisible)
    window.removeEventListener('online', tell)
  }
}
