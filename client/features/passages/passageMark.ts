/** The mark of a passage in the margin. */
export function markOf(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-passage-mark~="${CSS.escape(key)}"]`)
}

/** Focuses the mark of a passage and scrolls to it. Returns whether there is one. */
export function focusMark(key: string): boolean {
  const mark = markOf(key)
  mark?.scrollIntoView({ block: 'nearest' })
  mark?.focus({ preventScroll: true })
  return mark !== null
}
