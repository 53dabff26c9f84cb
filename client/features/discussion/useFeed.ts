import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { setTabStart } from '#client/platform/browser/focus.ts'
import { useIsBackNavigation } from '#client/platform/router/navigation.tsx'
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
interface FeedSnapshot {
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

type ElementRef = RefObject<HTMLElement | null>

const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Scrolls a page to its first unread note, to its top if older pages have unread notes, or else to its end.
 * Back navigation and user input keep the scroll position. `startsAtTop` disables it.
 */
export function useInitialScroll(
  { pageNo, firstUnreadSeq, isFromServer }: FeedSnapshot,
  { hasOlderUnread, startsAtTop }: { hasOlderUnread: boolean; startsAtTop: boolean },
  list: ElementRef,
  end: ElementRef,
): void {
  const isReturn = useIsBackNavigation()
  const scrolledPage = useRef<number | null>(null)
  const hasTouched = useRef(false)
  const isAtEnd = useRef(false)

  useEffect(() => {
    const touch = () => {
      hasTouched.current = true
    }
    for (const name of USER_INPUT_EVENTS) window.addEventListener(name, touch, { passive: true })
    return () => {
      for (const name of USER_INPUT_EVENTS) window.removeEventListener(name, touch)
    }
  }, [])

  // The bottom bar of phones renders after the screen and would cover the end.
  useEffect(() => {
    const before = bottomBarHeight()
    const resizes = new ResizeObserver(() => {
      if (bottomBarHeight() === before) return
      resizes.disconnect()
      if (isAtEnd.current && !hasTouched.current) showEnd(list, end)
    })
    resizes.observe(document.documentElement)
    return () => resizes.disconnect()
  }, [list, end])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a response restarts the page
  useLayoutEffect(() => {
    const hasScrolled = scrolledPage.current === pageNo
    scrolledPage.current = pageNo
    isAtEnd.current = false
    if (startsAtTop || isReturn || (hasScrolled && hasTouched.current)) return
    const unread = list.current?.querySelector<HTMLElement>(`[data-seq="${firstUnreadSeq}"]`)
    if (hasOlderUnread) {
      window.scrollTo({ top: 0, behavior: 'instant' })
    } else if (!unread) {
      isAtEnd.current = true
      showEnd(list, end)
    } else if (unread !== list.current?.firstElementChild) {
      // Above the first card the divider is visible from the top.
      unread.scrollIntoView({ block: 'start' })
      setTabStart(unread)
    }
  }, [pageNo, isFromServer, isReturn, startsAtTop])
}

function showEnd(list: ElementRef, end: ElementRef): void {
  end.current?.scrollIntoView({ block: 'end' })
  const last = list.current?.lastElementChild?.querySelector('h2')
  if (last) setTabStart(last)
}

/** Height of the bottom bar, or empty. */
const bottomBarHeight = () => getComputedStyle(document.documentElement).getPropertyValue('--bottom-bar')
