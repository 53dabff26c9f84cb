import { atom, getDefaultStore } from 'jotai'
import type { ServerEventPayload } from '#protocol/events.ts'
import { hasSeen, type SeenInHub } from '#protocol/seen.ts'
import { onEvent } from './eventBus.ts'
import { setUnreadCounts } from './unread.cache.ts'

/** By hub number. */
export type SeenInHubs = ReadonlyMap<number, SeenInHub>

export const nothingSeen: SeenInHubs = new Map()

/** The higher revision wins. */
export function withSeenUpdate(known: SeenInHubs, update: ServerEventPayload<'unread:changed'>): SeenInHubs {
  const { readSeq, seen } = update
  if (readSeq === undefined || seen === undefined) return known
  if (update.revision <= (known.get(update.hubNo)?.revision ?? -1)) return known
  return new Map(known).set(update.hubNo, { ...update, readSeq, seen })
}

/** Clears `isNew` on notes that were seen since, in any tab. A seen note never becomes unseen. */
export function withoutSeen<Note extends { seq: number; isNew: boolean }>(
  notes: readonly Note[],
  seen: SeenInHub | undefined,
): Note[] {
  if (seen === undefined) return [...notes]
  return notes.map(note => (note.isNew && hasSeen(seen, note.seq) ? { ...note, isNew: false } : note))
}

/** The shares that the user has seen in each hub, in any tab, since this page was loaded. */
export const seenInHubsAtom = atom(nothingSeen)

/** Applies a response or event together with its unread count. */
export function applySeenUpdate(update: ServerEventPayload<'unread:changed'>): void {
  getDefaultStore().set(seenInHubsAtom, known => withSeenUpdate(known, update))
  setUnreadCounts([update])
}

/** Returns the unsubscribe function, which resets the atom. */
export function subscribeToSeen(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('unread:changed', applySeenUpdate)
  return () => {
    stop()
    store.set(seenInHubsAtom, nothingSeen)
  }
}
