/** Brings an element of the page into view, and the focus to it; nothing when there is none. */
export function leadTo(id: string, block: ScrollLogicalPosition = 'start'): void {
  const place = document.getElementById(id)
  place?.scrollIntoView({ block })
  place?.focus({ preventScroll: true })
}
