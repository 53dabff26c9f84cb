import { atom, getDefaultStore } from 'jotai'
import { onEvent } from './eventBus.ts'

/**
 * The notes of others that are told to be opened, on whichever tab, since this page was loaded. What a screen still
 * holds as new from before is new no more.
 */
export const openedNotesAtom = atom<ReadonlySet<number>>(new Set<number>())

/** Keeps it true while somebody is signed in. Returns how to stop, which forgets it. */
export function followOpened(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('note:opened', ({ noteNo }) =>
    store.set(openedNotesAtom, opened => new Set(opened).add(noteNo)),
  )
  return () => {
    stop()
    store.set(openedNotesAtom, new Set<number>())
  }
}
