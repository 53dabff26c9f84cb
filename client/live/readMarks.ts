import { atom, getDefaultStore } from 'jotai'
import { onEvent } from './eventBus.ts'

/**
 * Notes of others that the user has opened in any tab since this page was loaded. They are no longer new,
 * although a screen may still show older data.
 */
export const openedNotesAtom = atom<ReadonlySet<number>>(new Set<number>())

/** Returns the unsubscribe function, which resets the atom. */
export function subscribeToOpenedNotes(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('note:opened', ({ noteNo }) =>
    store.set(openedNotesAtom, opened => new Set(opened).add(noteNo)),
  )
  return () => {
    stop()
    store.set(openedNotesAtom, new Set<number>())
  }
}

/**
 * The last read comment by hub and note, in any tab, since this page was loaded. Newer than the data of a
 * screen.
 */
export const readThreadsAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

export const threadId = (hubNo: number, noteNo: number) => `${hubNo} ${noteNo}`

/** Returns the unsubscribe function, which resets the atom. */
export function subscribeToReadThreads(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('comments:read', ({ hubNo, noteNo, commentNo }) => {
    const thread = threadId(hubNo, noteNo)
    store.set(readThreadsAtom, known =>
      (known.get(thread) ?? 0) >= commentNo ? known : new Map(known).set(thread, commentNo),
    )
  })
  return () => {
    stop()
    store.set(readThreadsAtom, new Map<string, number>())
  }
}
