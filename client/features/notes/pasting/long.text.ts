import { keptViewStateAtom } from '#client/session/viewState.ts'

/** A text that is far longer than a note. It is kept in its tab until somebody decides what becomes of it. */
export interface LongText {
  text: string
  /** What was selected in the note when it came, in UTF-16 units. A reload and some input methods forget it. */
  start: number
  end: number
  /** Whether it is to become several notes; before that its writer is asked. */
  isDivided: boolean
}

const NO_TEXT: LongText = { text: '', start: 0, end: 0, isDivided: false }

export const longTextAtom = keptViewStateAtom<LongText>(NO_TEXT, 'long_text')
export const noLongText = NO_TEXT
