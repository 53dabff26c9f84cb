import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import { scrollToCaret } from './textareaEdits.ts'

/** The state of a history entry whose editor selects words, or puts the caret at the end of the text. */
export interface EditorEntry {
  isAtEnd?: boolean
  /** In UTF-16 units. */
  selection?: { start: number; end: number }
}

/** Selects what the previous screen asked for. */
export function useCaretOfEntry(area: RefObject<HTMLTextAreaElement | null>) {
  const entry = useLocation().state as EditorEntry | null
  const [start, end] = entry?.isAtEnd
    ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    : [entry?.selection?.start, entry?.selection?.end]
  useEffect(() => {
    if (start === undefined || end === undefined || !area.current) return
    const { length } = area.current.value
    area.current.focus()
    area.current.setSelectionRange(Math.min(start, length), Math.min(end, length))
    scrollToCaret(area.current)
  }, [start, end, area])
}
