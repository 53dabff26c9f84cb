import { type RefObject, useState } from 'react'
import type { SharedNoteItem, SharedNotePage } from '#protocol/discussion.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import type { ReadablePage } from './discussion.cache.ts'
import { useVisibleCards } from './useVisibleCards.ts'

export interface Feed {
  snapshot: FeedSnapshot
  /** Oldest first. */
  notes: SharedNoteItem[]
  /** Notes of others that arrived after opening and were not visible yet. */
  unseenArrivals: SharedNoteItem[]
  /** Includes those on other pages. */
  arrivalCount: number
  /** `seq` of the notes that were visible once. */
  shownSeqs: ReadonlySet<number>
  /** `seq` of the visible notes and placeholders. */
  visibleSeqs: ReadonlySet<number>
}

/**
 * A page as the reader sees it: new notes are appended, so that nothing moves.
 * @param isFromServer false while the page comes from the cache of an earlier visit.
 * @param onSeen called when a note was visible for a second.
 */
export function useFeed(
  list: RefObject<HTMLElement | null>,
  page: ReadablePage,
  isFromServer: boolean,
  onSeen: (seq: number) => void,
): Feed {
  const [snapshot, setSnapshot] = useState(() => createSnapshot(page, isFromServer))
  if (snapshot.pageNo !== page.pageIndex.curPageNum || snapshot.isFromServer !== isFromServer)
    setSnapshot(createSnapshot(page, isFromServer))

  const notes = feedNotes(page, snapshot)
  const { shownSeqs, unshownSeqs, visibleSeqs } = useVisibleCards(
    list,
    notes.map(({ seq }) => seq),
    onSeen,
  )
  const unseenArrivals = notes.filter(
    ({ seq, isAuthor, isNew }) => !isAuthor && isNew && seq > snapshot.newestSeq && unshownSeqs.has(seq),
  )
  return {
    snapshot,
    notes,
    unseenArrivals,
    arrivalCount: unseenArrivals.length + page.arrivals,
    shownSeqs,
    visibleSeqs,
  }
}

/** State of a page when it was opened. Later notes do not change it. */
export interface FeedSnapshot {
  pageNo: number
  /** False while the page comes from the cache of an earlier visit. */
  isFromServer: boolean
  /** The lowest `seq` of a first page, which grows at its end only. */
  startSeq: number
  /** The first unread note, below the unread divider; null if all were read. */
  firstUnreadSeq: number | null
  /** Notes with a higher `seq` arrived later. */
  newestSeq: number
}

/** @param page its notes are newest first, and may be more than one page. */
export function createSnapshot({ notes, pageIndex }: ReadablePage, isFromServer: boolean): FeedSnapshot {
  const isFirst = pageIndex.curPageNum === 1
  const startSeq = (isFirst ? notes[SHARED_NOTES_PER_PAGE - 1]?.seq : undefined) ?? 0
  const unread = notes.filter(({ seq, isNew }) => isNew && seq >= startSeq)
  return {
    pageNo: pageIndex.curPageNum,
    isFromServer,
    startSeq,
    firstUnreadSeq: unread.at(-1)?.seq ?? null,
    newestSeq: notes[0]?.seq ?? 0,
  }
}

/** The notes to show, oldest first. If none of the original ones is left, the page starts over. */
export function feedNotes(page: ReadablePage, { startSeq }: FeedSnapshot): SharedNoteItem[] {
  const shown = page.notes.filter(({ seq }) => seq >= startSeq)
  return (shown.length > 0 ? shown : page.notes.slice(0, SHARED_NOTES_PER_PAGE)).toReversed()
}

/**
 * Unread notes older than the shown ones, and the page on which they begin; null if there are none. The
 * response may contain some notes of the next pages.
 */
export function olderUnread(
  { notes, unreadOlder }: Pick<SharedNotePage, 'notes' | 'unreadOlder'>,
  { startSeq }: Pick<FeedSnapshot, 'startSeq'>,
): { count: number; page: number } | null {
  const loaded = notes.filter(({ seq, isNew }) => isNew && seq < startSeq)
  const count = loaded.length + (unreadOlder?.count ?? 0)
  if (count === 0) return null
  const position = unreadOlder?.place ?? notes.findLastIndex(({ seq }) => seq === loaded.at(-1)?.seq) + 1
  return { count, page: Math.ceil(position / SHARED_NOTES_PER_PAGE) }
}
