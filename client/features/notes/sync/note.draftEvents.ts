import { openChannel } from '#client/platform/browser/broadcast.ts'

/** Notifies all tabs of changed drafts on this device. */

const channel = openChannel<'changed'>('geulmaru-drafts')
const listeners = new Set<() => void>()

function notifyThisTab(): void {
  for (const listener of listeners) listener()
}

channel?.onMessage(notifyThisTab)

export function emitDraftsChanged(): void {
  notifyThisTab()
  channel?.post('changed')
}

/** Returns the unsubscribe function. */
export function onDraftsChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
