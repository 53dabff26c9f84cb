import { atom, getDefaultStore } from 'jotai'

/**
 * `crowded`: too many sockets of this person or address are open, and closing some helps. `outdated`: the server speaks a
 * newer protocol, and only loading the page again helps.
 */
export type ConnectionState = 'connected' | 'reconnecting' | 'offline' | 'crowded' | 'outdated'

/** No banner for an interruption shorter than this. */
const RECONNECTING_DELAY_MS = 1_500

/** State of the live connection, for the banner. A visitor has no connection and counts as `connected`. */
export const connectionStateAtom = atom<ConnectionState>('connected')

/** Whether the server node cannot reach the other nodes, so that events may be late. */
export const isDeliveryDelayedAtom = atom(false)

let reconnectTimer: ReturnType<typeof setTimeout> | undefined

/** The report functions are for the socket only. Also called when no connection is needed. */
export function reportConnected(): void {
  show('connected')
  reportDelayed(false)
}

/** Without a network the state is shown at once, because reconnecting takes longer. */
export function reportDisconnected(): void {
  if (!navigator.onLine) show('offline')
  else reconnectTimer ??= setTimeout(() => show('reconnecting'), RECONNECTING_DELAY_MS)
}

export function reportDelayed(isDelayed: boolean): void {
  getDefaultStore().set(isDeliveryDelayedAtom, isDelayed)
}

export function reportCrowded(): void {
  show('crowded')
}

export function reportOutdated(): void {
  show('outdated')
}

function show(state: ConnectionState): void {
  clearTimeout(reconnectTimer)
  reconnectTimer = undefined
  getDefaultStore().set(connectionStateAtom, state)
}
