import { atom, getDefaultStore } from 'jotai'

/**
 * `crowded`: too many sockets of this person or address are open, and closing some helps. `outdated`: the server speaks a
 * newer protocol, and only loading the page again helps.
 */
export type ConnectionState = 'connected' | 'reconnecting' | 'offline' | 'crowded' | 'outdated'

/** A break shorter than this is nobody's business: no banner flickers. */
const OFFLINE_SHOWN_AFTER_MS = 1_500

/** How the live connection is, for the banner. A visitor has none and misses nothing: `connected`. */
export const connectionStateAtom = atom<ConnectionState>('connected')

/** Whether the server cannot hear what happens at its other nodes: what is on the screen may be late. */
export const isDeliveryDelayedAtom = atom(false)

let saveFailure: ReturnType<typeof setTimeout> | undefined

/** For the socket alone: it is connected, or there is no need for it. */
export function reportConnected(): void {
  show('connected')
  reportDelayed(false)
}

/** For the socket alone: it is disconnected and reconnecting. Without a network that takes longer, and is told at once. */
export function reportDisconnected(): void {
  if (!navigator.onLine) show('offline')
  else saveFailure ??= setTimeout(() => show('reconnecting'), OFFLINE_SHOWN_AFTER_MS)
}

/** For the socket alone: as the server tells it. */
export function reportDelayed(isDelayed: boolean): void {
  getDefaultStore().set(isDeliveryDelayedAtom, isDelayed)
}

/** For the socket alone: the server has no place for it now. */
export function reportCrowded(): void {
  show('crowded')
}

/** For the socket alone: the server wants a newer client. */
export function reportOutdated(): void {
  show('outdated')
}

function show(state: ConnectionState): void {
  clearTimeout(saveFailure)
  saveFailure = undefined
  getDefaultStore().set(connectionStateAtom, state)
}
