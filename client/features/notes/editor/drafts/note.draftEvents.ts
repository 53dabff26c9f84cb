import { openChannel } from '#client/platform/browser/broadcast.ts'

/** Of the drafts on this device something has changed, in this tab or in another one. */

const channel = openChannel<'changed'>('geulmaru-drafts')
const listeners = new Set<() => void>()

function tellThisTab(): void {
  for (const tell of listeners) tell()
}

channel?.onMessage(tellThisTab)

export function emitDraftsChanged(): void {
  tellThisTab()
  channel?.post('changed')
}

/** Returns how to hear no more. */
export function onDraftsChanged(tell: () => void): () => void {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
