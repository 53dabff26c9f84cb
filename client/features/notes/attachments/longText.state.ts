import { getDefaultStore } from 'jotai'
import { movedBy } from '#client/features/notes/find/find.rules.ts'
import { persistedViewStateAtom } from '#client/session/viewState.ts'
import type { TextEdit } from '#protocol/document/content.ts'

/** A pasted text that is too long for a note. The tab keeps it until the user decides what to do with it. */
export interface LongText {
  text: string
  /**
   * The selection that the text replaces, in UTF-16 units, as it was at the paste: a reload and some input methods lose it. It moves with
   * later changes of the note.
   */
  start: number
  end: number
  /** The note into which it was pasted, or the document of a new note. Set by the editor that shows it. */
  noteKey?: number | string
  /** Whether the user chose to split it into several notes. */
  isDivided: boolean
}

const NO_TEXT: LongText = { text: '', start: 0, end: 0, isDivided: false }

export const longTextAtom = persistedViewStateAtom<LongText>(NO_TEXT, 'long_text')
export const noLongText = NO_TEXT

/** Behind every text. */
const END = Number.MAX_SAFE_INTEGER

export function selectionOfLongText(): { start: number; end: number } {
  const { start, end } = getDefaultStore().get(longTextAtom)
  return { start, end }
}

/** The note has changed. What was inserted at either end of the selection is not replaced. */
export function moveLongText(longText: LongText, change: TextEdit): LongText {
  const { start, end } = longText
  const movedStart = movedBy(change, start)
  const movedEnd = end === start ? movedStart : end <= change.from ? end : movedBy(change, end)
  return { ...longText, start: movedStart, end: movedEnd }
}

/** The user has left the note: in another one, the text replaces nothing. */
export function detachLongText(longText: LongText): LongText {
  return longText.text === '' ? longText : { ...longText, start: END, end: END }
}

/** The user has left the import before all notes existed, and decides anew. */
export function undecideLongText(longText: LongText): LongText {
  return longText.isDivided ? { ...longText, isDivided: false } : longText
}

/** An editor shows it. Whoever has loaded the page anew may be in another note. */
export function attachLongText(longText: LongText, noteKey: number | string): LongText {
  if (longText.text === '' || longText.noteKey === noteKey) return longText
  return { ...(longText.noteKey === undefined ? longText : detachLongText(longText)), noteKey }
}
