import { atom, getDefaultStore } from 'jotai'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { showToastAtom, type Toast } from '#client/ui/toasts.ts'

/** Shows messages in the open share panel of a note. */
export interface ShareStatusSink {
  showStatus(message: string): void
  showError(error: unknown): void
}

/** Open share panels by note. They show the messages of their note; otherwise a toast does. */
export const openPanelsAtom = atom<ReadonlyMap<number, ShareStatusSink>>(new Map())

/** Returns the function that removes the panel. */
export function registerPanel(noteNo: number, panel: ShareStatusSink): () => void {
  const store = getDefaultStore()
  store.set(openPanelsAtom, panels => new Map(panels).set(noteNo, panel))
  return () =>
    store.set(
      openPanelsAtom,
      panels => new Map([...panels].filter(([no, other]) => no !== noteNo || other !== panel)),
    )
}

/** Returns whether a panel is open. */
export function showInPanel(noteNo: number, message: string): boolean {
  const panel = getDefaultStore().get(openPanelsAtom).get(noteNo)
  panel?.showStatus(message)
  return panel !== undefined
}

/** Shows a message in the panel of the note, or in a toast if no panel is open. */
export function showShareMessage(
  noteNo: number,
  inPanel: (panel: ShareStatusSink) => void,
  toast: () => Toast,
): void {
  const store = getDefaultStore()
  const panel = store.get(openPanelsAtom).get(noteNo)
  if (panel) inPanel(panel)
  // The current screen may not have loaded all texts.
  else
    completeCatalogue().then(
      () => store.set(showToastAtom, toast()),
      () => undefined,
    )
}
