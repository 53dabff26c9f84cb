import { keptViewStateAtom } from '#client/session/viewState.ts'

/** A text that is far longer than a note. It is kept in its tab until somebody decides what becomes of it. */
export interface LongText {
  text: string
  /** Whether it is to become several notes; before that its writer is asked. */
  isDivided: boolean
}

const NO_TEXT: LongText = { text: '', isDivided: false }

export const longTextAtom = keptViewStateAtom<LongText>(NO_TEXT, 'long_text')
export const noLongText = NO_TEXT
