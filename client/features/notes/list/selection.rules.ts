import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'

/** The notes that were picked in a list, of all its pages, and the one that was pressed last: a range begins there. */
export interface SelectedRows {
  noteNos: ReadonlySet<number>
  lastNo: number | null
}

export const NONE_SELECTED: SelectedRows = { noteNos: new Set(), lastNo: null }

/** Of what is added, only as many as may be handled at once. */
function withAdded({ noteNos }: SelectedRows, added: readonly number[]): ReadonlySet<number> {
  return new Set([...new Set([...noteNos, ...added])].slice(0, Math.max(NOTES_AT_ONCE_MAX, noteNos.size)))
}

/**
 * One that is pressed changes; with `asRange`, all between it and the one before it become as it becomes. `shown`: the
 * page's, in their order.
 */
export function select(
  before: SelectedRows,
  noteNo: number,
  { shown, asRange }: { shown: readonly number[]; asRange: boolean },
): SelectedRows {
  const isSelected = !before.noteNos.has(noteNo)
  const [one, other] = [shown.indexOf(noteNo), shown.indexOf(before.lastNo ?? noteNo)]
  const isRange = asRange && one >= 0 && other >= 0
  const pressed = isRange ? shown.slice(Math.min(one, other), Math.max(one, other) + 1) : [noteNo]
  if (isSelected) return { noteNos: withAdded(before, pressed), lastNo: noteNo }
  return { noteNos: new Set([...before.noteNos].filter(no => !pressed.includes(no))), lastNo: noteNo }
}

/** Without one that is there no more. */
export function unpicked(before: SelectedRows, noteNo: number): SelectedRows {
  if (!before.noteNos.has(noteNo)) return before
  return { ...before, noteNos: new Set([...before.noteNos].filter(no => no !== noteNo)) }
}

export function selectAll(before: SelectedRows, shown: readonly number[]): SelectedRows {
  return { ...before, noteNos: withAdded(before, shown) }
}
