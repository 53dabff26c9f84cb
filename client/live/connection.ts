import { atom, getDefaultStore } from 'jotai'

/**
 * `crowded`: too many sockets of this person or address are open, and closing some helps. `outdated`: the server speaks a
 * newer protocol, and only loading the page again helps.
 */
export type ConnectionState = 'connected' | 'reconnecting' | 'offline' | 'crowded' | 'outdated'

/** A break shorter than this is nobody's business: no banner flickers. */
const TROUBLE_SHOWN_AFTER_MS = 1_500

/** How the live line stands, for the banner. A visitor has no line and misses nothing: `connected`. */
export const connectionStateAtom = atom<ConnectionState>('connected')

let trouble: ReturnType<typeof setTimeout> | undefined

/** For the live line alone: it stands, or there is no need for one. */
export function reportConnected(): void {
  show('connected')
}

/** For the live line alone: it is broken and being mended. */
export function reportDisconnected(): void {
  trouble ??= setTimeout(() => show(navigator.onLine ? 'reconnecting' : 'offline'), TROUBLE_SHOWN_AFTER_MS)
}

/** For the live line alone: the server has no place for it now. */
export function reportCrowded(): void {
  show('crowded')
}

/** For the live line alone: the server wants a newer client. */
export function reportOutdated(): void {
  show('outdated')
}

function show(state: ConnectionState): void {
  clearTimeout(trouble)
  trouble = undefined
  getDefaultStore().set(connectionStateAtom, state)
}
