import type { NoteItemView, NotePage } from '#protocol/notes.ts'

export interface AdjacentNotePair {
  before: NoteItemView | undefined
  after: NoteItemView | undefined
}

/** The position of a note on a page of its topic's list. */
export interface ListPosition extends AdjacentNotePair {
  /** The page of the previous or next note, if the note is the first or last of its own page. */
  pageBefore: number | null
  pageAfter: number | null
}

/** Returns null if the page does not contain the note. */
export function positionOn({ notes, pageIndex }: NotePage, noteNo: number): ListPosition | null {
  const index = notes.findIndex(note => note.noteNo === noteNo)
  if (index === -1) return null
  const { curPageNum, lastPageNum } = pageIndex
  return {
    before: notes[index - 1],
    after: notes[index + 1],
    pageBefore: index === 0 && curPageNum > 1 ? curPageNum - 1 : null,
    pageAfter: index === notes.length - 1 && curPageNum < lastPageNum ? curPageNum + 1 : null,
  }
}
