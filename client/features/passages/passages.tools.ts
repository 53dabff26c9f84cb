import type { Passage } from '#protocol/passages.ts'

/** A member who writes about a passage. */
export interface PassageWriter {
  userNo: number
  userName: string
  passage: Passage
}

/** What the user can do with a part of the text. */
export interface PassageTools {
  /** The version of the note on the screen. */
  noteVersion: number
  onHighlight: (passage: Passage) => void
  onErase: (highlightNo: number) => void
  onComment: (passage: Passage) => void
}
