import { bringIntoView } from './bringIntoView.ts'

/** Brings an element of the page into view, and the focus to it; nothing when there is none. */
export function leadTo(id: string, block: 'start' | 'center' = 'start'): void {
  const place = document.getElementById(id)
  if (place === null) return
  bringIntoView(place, block)
  place.focus({ preventScroll: true })
}
