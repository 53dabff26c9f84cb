import { atom, getDefaultStore } from 'jotai'
import { onEvent } from './eventBus.ts'

/**
 * By hub and note, up to which comment one is told to have read the thread, on whichever tab, since this page was loaded. What a
 * screen still holds as new from before is new no more.
 */
export const readThreadsAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

export const threadId = (hubNo: number, noteNo: number) => `${hubNo} ${noteNo}`

/** Keeps it true while somebody is signed in. Returns how to stop, which forgets it. */
export function followReadThreads(): () => void {
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
