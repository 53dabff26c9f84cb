import type { KeyboardEvent } from 'react'

/** Moves the focus between the `[data-row]` elements of a list with the arrow keys, Home and End. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(target as HTMLElement)
  if (at < 0) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (next === undefined) return
  // Prevents scrolling at the ends of the list as well.
  event.preventDefault()
  rows[next]?.focus()
}
