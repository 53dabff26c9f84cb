import { type RefObject, useState } from 'react'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import type { ReadablePage } from './discussion.cache.ts'
import { type Opening, openingOf, readNotes } from './feed.opening.ts'
import { useSight } from './useSight.ts'

export interface Reading {
  opening: Opening
  /** The oldest first. */
  notes: SharedNoteItem[]
  /** Others' notes that came while the page was open and were not on the screen yet. */
  waiting: SharedNoteItem[]
  /** The same, with those that are on another page. */
  waitingCount: number
  /** Notes that have been on the screen, by their `seq`. */
  sighted: ReadonlySet<number>
  /** Those that are on it now, and the places of withdrawn ones. */
  inSight: ReadonlySet<number>
}

/**
 * A page as it is read: what comes is added at its end and nothing has to move.
 * @param isFresh whether the page is an answer, not what was kept of an earlier visit.
 * @param onSeen a note was before the reader's eyes for a second.
 */
export function useReading(
  list: RefObject<HTMLElement | null>,
  page: ReadablePage,
  isFresh: boolean,
  onSeen: (seq: number) => void,
): Reading {
  const [opening, setOpening] = useState(() => openingOf(page, isFresh))
  if (opening.pageNo !== page.pageIndex.curPageNum || opening.isFresh !== isFresh)
    setOpening(openingOf(page, isFresh))

  const notes = readNotes(page, opening)
  const { sighted, unsighted, inSight } = useSight(
    list,
    notes.map(({ seq }) => seq),
    onSeen,
  )
  const waiting = notes.filter(
    ({ seq, isAuthor, isNew }) => !isAuthor && isNew && seq > opening.newestSeq && unsighted.has(seq),
  )
  return { opening, notes, waiting, waitingCount: waiting.length + page.arrivals, sighted, inSight }
}
