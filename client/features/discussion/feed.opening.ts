import type { SharedNoteItem, SharedNotePage } from '#protocol/discussion.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import type { ReadablePage } from './discussion.cache.ts'

/** How a page stood when it was opened: what comes later changes none of it. */
export interface Opening {
  pageNo: number
  /** Whether it was opened from an answer; before that, from what was kept of an earlier visit. */
  isFresh: boolean
  /** The lowest `seq` of a first page: it grows at its end, and keeps its beginning. */
  startSeq: number
  /** The first unread note, before which the line is drawn; null when all were read. */
  firstUnreadSeq: number | null
  /** What has a higher `seq` came while the page was open. */
  newestSeq: number
}

/** @param page its notes stand newest first, and may be more than belong to a page. */
export function openingOf({ notes, pageIndex }: ReadablePage, isFresh: boolean): Opening {
  const isFirst = pageIndex.curPageNum === 1
  const startSeq = (isFirst ? notes[SHARED_NOTES_PER_PAGE - 1]?.seq : undefined) ?? 0
  const unread = notes.filter(({ seq, isNew }) => isNew && seq >= startSeq)
  return {
    pageNo: pageIndex.curPageNum,
    isFresh,
    startSeq,
    firstUnreadSeq: unread.at(-1)?.seq ?? null,
    newestSeq: notes[0]?.seq ?? 0,
  }
}

/** What is read of a page, the oldest first. Is nothing left of what it began with, it begins anew. */
export function readNotes(page: ReadablePage, { startSeq }: Opening): SharedNoteItem[] {
  const read = page.notes.filter(({ seq }) => seq >= startSeq)
  return (read.length > 0 ? read : page.notes.slice(0, SHARED_NOTES_PER_PAGE)).toReversed()
}

/**
 * What is unread before what is read of a page, and the page on which that begins; null without any. An answer may hold some of the
 * notes that belong to the next pages.
 */
export function olderUnread(
  { notes, unreadOlder }: Pick<SharedNotePage, 'notes' | 'unreadOlder'>,
  { startSeq }: Pick<Opening, 'startSeq'>,
): { count: number; page: number } | null {
  const held = notes.filter(({ seq, isNew }) => isNew && seq < startSeq)
  const count = held.length + (unreadOlder?.count ?? 0)
  if (count === 0) return null
  const place = unreadOlder?.place ?? notes.findLastIndex(({ seq }) => seq === held.at(-1)?.seq) + 1
  return { count, page: Math.ceil(place / SHARED_NOTES_PER_PAGE) }
}
