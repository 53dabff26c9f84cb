import type { NoteItemView, NotePage } from '#protocol/notes.ts'

export interface Neighbours {
  before: NoteItemView | undefined
  after: NoteItemView | undefined
}

/** Where a note stands on a page of its topic's list; null where it does not. */
export interface SaveStatus extends Neighbours {
  /** The page that holds the note before it, or after it, when it is the first or the last of its own. */
  pageBefore: number | null
  pageAfter: number | null
}

export function standingOn({ notes, pageIndex }: NotePage, noteNo: number): SaveStatus | null {
  const place = notes.findIndex(note => note.noteNo === noteNo)
  if (place === -1) return null
  const { curPageNum, lastPageNum } = pageIndex
  return {
    before: notes[place - 1],
    after: notes[place + 1],
    pageBefore: place === 0 && curPageNum > 1 ? curPageNum - 1 : null,
    pageAfter: place === notes.length - 1 && curPageNum < lastPageNum ? curPageNum + 1 : null,
  }
}
