import type { MouseEvent } from 'react'

/** Whether a click follows the link in this tab: a modifier key opens a new tab or window, or downloads it. */
export function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
}
