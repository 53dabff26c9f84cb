import type { MouseEvent } from 'react'

/** Whether a link is to be followed here: not in a new tab or window, and not saved. */
export function isPlainPress({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
}
