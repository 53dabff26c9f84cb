import type { SharedNotePage, SharedNoteView } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'

/** As much of a shared note as leads to it. */
export type Neighbour = Pick<SharedNoteView, 'noteNo' | 'seq' | 'articleTitle'>

/** What was shared in a room before a note, and after it. */
export interface Around {
  /** Otherwise it stands between none. */
  isShared: boolean
  before: Neighbour | undefined
  after: Neighbour | undefined
}

/** A page of shared notes, newest first. */
type Page = Pick<SharedNotePage, 'notes' | 'pageIndex'>

export const holds = ({ notes }: Page, noteNo: number): boolean => notes.some(note => note.noteNo === noteNo)

/** The numbers of the pages on which a note's neighbours stand, where they are not on its own. */
export function pagesBeside({ notes, pageIndex }: Page, noteNo: number): number[] {
  const place = notes.findIndex(note => note.noteNo === noteNo)
  const { curPageNum, lastPageNum } = pageIndex
  return [
    ...(place === 0 && curPageNum > 1 ? [curPageNum - 1] : []),
    ...(place === notes.length - 1 && curPageNum < lastPageNum ? [curPageNum + 1] : []),
  ]
}

/** What stands around a note on pages that follow one another: a note that is on two of them counts once. */
export function aroundOn(pages: readonly Page[], noteNo: number): Around {
  const notes = pages.flatMap(page => page.notes).sort((one, other) => one.seq - other.seq)
  const here = notes.find(note => note.noteNo === noteNo)?.seq ?? Number.NaN
  return {
    isShared: !Number.isNaN(here),
    before: notes.findLast(({ seq }) => seq < here),
    after: notes.find(({ seq }) => seq > here),
  }
}

/** What an event in the room makes of what stands around a note; null when only the server knows. */
export function aroundAfter(around: Around, event: HubEvent, noteNo: number): Around | null {
  const { isShared, before, after } = around
  switch (event.name) {
    case 'note:shared':
      if (event.payload.note.noteNo === noteNo) return null
      return after || !isShared ? around : { isShared, before, after: event.payload.note }
    case 'note:withdrawn':
      return [noteNo, before?.noteNo, after?.noteNo].includes(event.payload.noteNo) ? null : around
    case 'note:changed':
      return { isShared, before: renamed(before, event.payload), after: renamed(after, event.payload) }
    case 'note:pinned':
    case 'readers:changed':
    case 'comment:posted':
    case 'comment:changed':
    case 'comment:deleted':
    case 'empathy:changed':
    case 'hub:named':
    case 'members:changed':
      break
    default:
      event satisfies never
  }
  return around
}

function renamed(
  note: Neighbour | undefined,
  { noteNo, articleTitle }: Pick<Neighbour, 'noteNo' | 'articleTitle'>,
): Neighbour | undefined {
  return note?.noteNo === noteNo ? { ...note, articleTitle } : note
}
