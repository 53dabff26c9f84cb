import { atom, getDefaultStore } from 'jotai'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { showToastAtom, type Toast } from '#client/ui/toasts.ts'

/** What the open share panel of a note says in its own line. */
export interface ShareStatusSink {
  say(sentence: string): void
  fail(error: unknown): void
}

/** The notes whose panels are on the screen: what waits is told by these, and by a toast where there is none. */
export const openPanelsAtom = atom<ReadonlyMap<number, ShareStatusSink>>(new Map())

/** Returns how to close it. */
export function openPanel(noteNo: number, voice: ShareStatusSink): () => void {
  const store = getDefaultStore()
  store.set(openPanelsAtom, panels => new Map(panels).set(noteNo, voice))
  return () =>
    store.set(
      openPanelsAtom,
      panels => new Map([...panels].filter(([no, other]) => no !== noteNo || other !== voice)),
    )
}

/** Returns whether a panel is open that says it. */
export function sayInPanel(noteNo: number, sentence: string): boolean {
  const voice = getDefaultStore().get(openPanelsAtom).get(noteNo)
  voice?.say(sentence)
  return voice !== undefined
}

/** Says in the note's panel, and where that is not open in a toast. */
export function tellOfNote(
  noteNo: number,
  inPanel: (voice: ShareStatusSink) => void,
  toast: () => Toast,
): void {
  const store = getDefaultStore()
  const voice = store.get(openPanelsAtom).get(noteNo)
  if (voice) inPanel(voice)
  // The screen that is shown by now may not need all sentences.
  else
    completeCatalogue().then(
      () => store.set(showToastAtom, toast()),
      () => undefined,
    )
}
