import { atom, getDefaultStore } from 'jotai'
import type { ServerEventPayload } from '#protocol/events.ts'
import { onEvent } from './eventBus.ts'
import { nothingSeen, withSeenTold } from './seen.reducer.ts'
import { setUnreadCounts } from './unread.taking.ts'

/** What one has seen of one's hubs, on whichever tab, as far as it was told since this page was loaded. */
export const seenInHubsAtom = atom(nothingSeen)

/** Takes what an answer or event brought along, with the unread number that came of it. */
export function takeSeen(told: ServerEventPayload<'unread:changed'>): void {
  getDefaultStore().set(seenInHubsAtom, known => withSeenTold(known, told))
  setUnreadCounts([told])
}

/** Keeps it true while somebody is signed in. Returns how to stop, which forgets it. */
export function followSeen(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('unread:changed', takeSeen)
  return () => {
    stop()
    store.set(seenInHubsAtom, nothingSeen)
  }
}
