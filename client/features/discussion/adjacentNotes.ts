import type { SharedNotePage, SharedNoteView } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'

export type AdjacentNote = Pick<SharedNoteView, 'noteNo' | 'seq' | 'articleTitle'>

/** The notes shared before and after a note in a room. */
export interface AdjacentNotes {
  /** If the note is not shared in the room, it has no adjacent notes. */
  isShared: boolean
  before: AdjacentNote | undefined
  after: AdjacentNote | undefined
  /** Number of the pinned note of the room. */
  pinnedNo: number | null
}

/** A page of shared notes, newest first. */
type Page = Pick<SharedNotePage, 'notes' | 'pageIndex' | 'pinned'>

export const includesNote = ({ notes }: Page, noteNo: number): boolean =>
  notes.some(note => note.noteNo === noteNo)

/** Numbers of the pages with the adjacent notes, unless they are on the note's own page. */
export function adjacentPages({ notes, pageIndex }: Page, noteNo: number): number[] {
  const place = notes.findIndex(note => note.noteNo === noteNo)
  const { curPageNum, lastPageNum } = pageIndex
  return [
    ...(place === 0 && curPageNum > 1 ? [curPageNum - 1] : []),
    ...(place === notes.length - 1 && curPageNum < lastPageNum ? [curPageNum + 1] : []),
  ]
}

/** Finds the adjacent notes on consecutive pages. A note on two pages counts once. */
export function findAdjacentNotes(pages: readonly Page[], noteNo: number): AdjacentNotes {
  const notes = pages.flatMap(page => page.notes).sort((a, b) => a.seq - b.seq)
  const noteSeq = notes.find(note => note.noteNo === noteNo)?.seq ?? Number.NaN
  return {
    isShared: !Number.isNaN(noteSeq),
    before: notes.findLast(({ seq }) => seq < noteSeq),
    after: notes.find(({ seq }) => seq > noteSeq),
    pinnedNo: pages[0]?.pinned?.noteNo ?? null,
  }
}

/** Applies an event; null if only the server knows the result. */
export function applyHubEvent(
  adjacent: AdjacentNotes,
  event: HubEvent,
  noteNo: number,
): AdjacentNotes | null {
  const { isShared, before, after, pinnedNo } = adjacent
  switch (event.name) {
    case 'note:shared':
      if (event.payload.note.noteNo === noteNo) return null
      return after || !isShared ? adjacent : { ...adjacent, after: event.payload.note }
    case 'note:withdrawn':
      return [noteNo, before?.noteNo, after?.noteNo, pinnedNo].includes(event.payload.noteNo)
        ? null
        : adjacent
    case 'note:changed':
      return {
        ...adjacent,
        before: withNewTitle(before, event.payload),
        after: withNewTitle(after, event.payload),
      }
    case 'note:pinned':
      return { ...adjacent, pinnedNo: event.payload.pinned?.noteNo ?? null }
    case 'readers:changed':
    case 'comment:posted':
    case 'comment:changed':
    case 'comment:deleted':
    case 'empathy:changed':
    case 'passage:highlighted':
    case 'passage:unhighlighted':
    case 'hub:named':
    case 'members:changed':
      break
    default:
      event satisfies never
  }
  return adjacent
}

function withNewTitle(
  note: AdjacentNote | undefined,
  { noteNo, articleTitle }: Pick<AdjacentNote, 'noteNo' | 'articleTitle'>,
): AdjacentNote | undefined {
  return note?.noteNo === noteNo ? { ...note, articleTitle } : note
}
