import type { Passage } from '#protocol/passages.ts'

/** A member who writes about a passage. */
export interface PassageWriter {
  userNo: number
  userName: string
  passage: Passage
}

/** The actions on a selected part of the text. */
export interface PassageTools {
  /** The version of the note on the screen. */
  noteVersion: number
  onHighlight: (passage: Passage) => void
  onErase: (highlightNo: number) => void
  onComment: (passage: Passage) => void
}
