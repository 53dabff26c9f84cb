import { useEffect, useState } from 'react'
import type { TextRange } from './passages.groups.ts'
import type { RenderedNote } from './useRenderedText.ts'

/** A selection in the note that has come to rest. */
export interface NoteSelection {
  span: TextRange
  range: Range
  /** The user selected towards the beginning. */
  isBackward: boolean
  /** Made by finger: the handles and the menu of the system are around it. */
  isByTouch: boolean
}

/** In milliseconds. The handles of a touch screen report no end of the selection, only changes. */
const SETTLED_AFTER_MS = { mouse: 60, touch: 350 }

/** The selected part of the note; null while there is none, or while the pointer is down. */
export function useNoteSelection(rendered: RenderedNote): [NoteSelection | null, () => void] {
  const [selection, setSelection] = useState<NoteSelection | null>(null)

  useEffect(() => {
    const listening = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressed = false
    let isByTouch = false

    /** A pressed tool works on the selection as it was. */
    const isToolPressed = () => document.activeElement?.closest('.selection-toolbar')

    function readSoon(): void {
      clearTimeout(timer)
      if (isPressed || isToolPressed()) return
      timer = setTimeout(
        () => setSelection(readSelection(rendered, isByTouch)),
        SETTLED_AFTER_MS[isByTouch ? 'touch' : 'mouse'],
      )
    }
    function change(): void {
      // Until a moved handle comes to rest, a tool would work on the words from before. A tap on a tool may collapse the selection.
      if (isByTouch && !isToolPressed() && !document.getSelection()?.isCollapsed) setSelection(null)
      readSoon()
    }
    function press({ target, pointerType }: PointerEvent): void {
      if (target instanceof Element && target.closest('.selection-toolbar')) return
      isPressed = true
      isByTouch = pointerType === 'touch'
      if (!isByTouch) setSelection(null)
    }
    function release(): void {
      if (!isPressed) return
      isPressed = false
      readSoon()
    }

    document.addEventListener('selectionchange', change, listening)
    document.addEventListener('pointerdown', press, { capture: true, signal: listening.signal })
    for (const name of ['pointerup', 'pointercancel'])
      document.addEventListener(name, release, { capture: true, signal: listening.signal })
    // The user may have selected something before the note was complete.
    readSoon()
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [rendered])

  return [selection, () => setSelection(null)]
}

function readSelection({ root, spanOf }: RenderedNote, isByTouch: boolean): NoteSelection | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = rangeWithin(root, selection.getRangeAt(0))
  const span = range && spanOf(range)
  if (!range || !span) return null
  const { anchorNode, anchorOffset } = selection
  const isBackward = anchorNode === range.endContainer && anchorOffset === range.endOffset
  return { span, range, isBackward, isByTouch }
}

/** The part of a selection in the note: a triple click selects up to the beginning of what follows the last paragraph. */
function rangeWithin(root: HTMLElement, selected: Range): Range | null {
  const range = selected.cloneRange()
  const [hasStart, hasEnd] = [root.contains(range.startContainer), root.contains(range.endContainer)]
  if (!hasStart && !hasEnd) return null
  if (!hasStart) range.setStart(root, 0)
  if (!hasEnd) range.setEnd(root, root.childNodes.length)
  return range
}
