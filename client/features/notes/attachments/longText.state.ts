import { persistedViewStateAtom } from '#client/session/viewState.ts'

/** A pasted text that is too long for a note. The tab keeps it until the user decides what to do with it. */
interface LongText {
  text: string
  /** The selection at the time of the paste, in UTF-16 units. A reload and some input methods lose it. */
  start: number
  end: number
  /** Whether the user chose to split it into several notes. */
  isDivided: boolean
}

const NO_TEXT: LongText = { text: '', start: 0, end: 0, isDivided: false }

export const longTextAtom = persistedViewStateAtom<LongText>(NO_TEXT, 'long_text')
export const noLongText = NO_TEXT
