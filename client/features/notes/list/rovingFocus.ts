import type { KeyboardEvent } from 'react'

/** The arrow keys lead from row to row of a list, Home and End to its ends; each row has one thing marked `data-row`. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(target as HTMLElement)
  if (at < 0) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (next === undefined) return
  // Keys that lead nowhere scroll nothing, either.
  event.preventDefault()
  rows[next]?.focus()
}
