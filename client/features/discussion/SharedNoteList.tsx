import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isDisplayed } from '#client/platform/browser/visibility.ts'
import { t } from '#client/platform/language/language.ts'
import { beginsDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { useIsBackNavigation } from '#client/platform/router/navigation.tsx'
import { formatBadgeCount } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { SharedNoteItem, SharedNoteView } from '#protocol/discussion.ts'
import type { PageIndex as Pages } from '#protocol/paging.ts'
import { PinnedNote, SharedNoteCard } from './SharedNoteCard.tsx'
import { type Feed, useInitialScroll } from './useFeed.ts'

export interface Pinning {
  pinned: SharedNoteView | null
  /** Pins a note in place of the pinned one, or unpins it. */
  pin: (noteNo: number, isPinned: boolean) => void
}

interface SharedNoteListProps {
  list: RefObject<HTMLUListElement | null>
  pageIndex: Pages
  feed: Feed
  total: number
  /** Action of the empty state. */
  emptyAction?: ReactNode
  isMarked: (note: SharedNoteItem) => boolean
  /** Renders the footer of a card; `titleId` is the id of its title. */
  renderFooter: (note: SharedNoteItem, titleId: string) => ReactNode
  /** Absent if notes cannot be pinned. */
  pinning?: Pinning
  /** Opens at the top instead of the first unread note. */
  startsAtTop?: boolean
  /** Unread notes on older pages, if any. */
  unreadOlder?: { count: number; to: string }
  linkTo: (noteNo: number) => string
  /** Another page is being fetched. */
  isWaiting: boolean
  onGo: (page: number) => void
}

/** Shared notes like a chat: the oldest at the top. New notes are appended, so that nothing moves. */
export function SharedNoteList({
  list,
  pageIndex,
  feed: { snapshot, notes, unseenArrivals, arrivalCount, visibleSeqs },
  total,
  emptyAction,
  isMarked,
  renderFooter,
  pinning,
  startsAtTop = false,
  unreadOlder,
  linkTo,
  isWaiting,
  onGo,
}: SharedNoteListProps) {
  const end = useRef<HTMLDivElement>(null)
  const isShowNewPending = useRef(false)
  const hasNew = notes.some(isMarked)
  const entries = useRemovedItemPlaceholders(snapshot, notes, seq => visibleSeqs.has(seq))
  useInitialScroll(snapshot, { hasOlderUnread: unreadOlder !== undefined, startsAtTop }, list, end)

  useEffect(() => {
    if (!isShowNewPending.current || isWaiting || snapshot.pageNo !== 1) return
    isShowNewPending.current = false
    if (snapshot.firstUnreadSeq !== null) focusOn(snapshot.firstUnreadSeq)
  })

  function focusOn(seq: number) {
    const card = list.current?.querySelector(`[data-seq="${seq}"]`)
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector('a')?.focus({ preventScroll: true })
  }

  /** Scroll to the note only if it was unpinned by keyboard. */
  function focusOnUnpinned(seq: number) {
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false
    const card = list.current?.querySelector(`[data-seq="${seq}"]`)
    const pin = card?.querySelector<HTMLElement>('.pin-button')
    const next = pin && isDisplayed(pin) ? pin : (card ?? list.current)?.querySelector<HTMLElement>('a')
    next?.focus({ preventScroll: !isByKey })
  }

  function showNew() {
    const [first] = unseenArrivals
    if (first) return focusOn(first.seq)
    isShowNewPending.current = true
    onGo(1)
  }

  return (
    <div className="shared-notes" aria-busy={isWaiting}>
      {pinning?.pinned && (
        <PinnedNote
          note={pinning.pinned}
          to={linkTo(pinning.pinned.noteNo)}
          onUnpin={() => pinning.pin(pinning.pinned?.noteNo ?? 0, false)}
          onFocusLost={() => focusOnUnpinned(pinning.pinned?.seq ?? 0)}
        />
      )}
      {total === 0 && (
        <EmptyState drawing="rooms" action={emptyAction}>
          {t('discussion.empty')}
        </EmptyState>
      )}
      {notes.length > 0 && (
        <>
          {unreadOlder && <OlderUnreadLink {...unreadOlder} />}
          <ul ref={list} className="shared-notes__list">
            {entries.map(({ item: note, isGone }, place) => (
              <SharedNoteCard
                key={note.seq}
                note={note}
                to={linkTo(note.noteNo)}
                isGone={isGone}
                divider={note.seq !== snapshot.firstUnreadSeq ? null : hasNew ? 'current' : 'past'}
                isFirstOfDay={beginsDay(entries[place - 1]?.item.sharedAt, note.sharedAt)}
                isNew={isMarked(note)}
                renderFooter={titleId => renderFooter(note, titleId)}
                hasArrived={!note.isAuthor && note.seq > snapshot.newestSeq}
                {...(pinning && { pin: pinOf(note, pinning) })}
              />
            ))}
          </ul>
          <div className="feed-footer">
            <PageIndex index={pageIndex} onGo={onGo} />
          </div>
          {arrivalCount > 0 && (
            <div className="feed-new">
              <Button className="feed-new__button" onClick={showNew}>
                <ToolIcon name="down" />
                {t('discussion.newNotes', { count: arrivalCount })}
              </Button>
            </div>
          )}
          <div ref={end} className="shared-notes__end" />
        </>
      )}
    </div>
  )
}

function pinOf({ seq, noteNo }: SharedNoteItem, { pinned, pin }: Pinning) {
  const isPinned = pinned?.seq === seq
  return { isPinned, onToggle: () => pin(noteNo, !isPinned) }
}

function OlderUnreadLink({ count, to }: { count: number; to: string }) {
  return (
    <p className="older-unread">
      <Link className="older-unread__link" to={to}>
        <ToolIcon name="up" />
        {t('discussion.unreadOlder', { count: formatBadgeCount(count) })}
      </Link>
    </p>
  )
}

interface Shown<Item> {
  snapshot: Feed['snapshot']
  items: readonly Item[]
  gone: readonly Item[]
}

/**
 * The items of a list and placeholders of removed ones, so that nothing moves under the pointer. A
 * placeholder disappears once it is out of view, and with the page. A response that replaces a cached page leaves no
 * placeholders, because they could fill the screen. After back navigation it does while some items stay visible.
 * @param items in the order of their `seq`.
 */
function useRemovedItemPlaceholders<Item extends { seq: number }>(
  snapshot: Feed['snapshot'],
  items: readonly Item[],
  isVisible: (seq: number) => boolean,
): { item: Item; isGone: boolean }[] {
  const [shown, setShown] = useState<Shown<Item>>({ snapshot, items, gone: [] })
  const isReturn = useIsBackNavigation()
  const isPresent = ({ seq }: Item) => items.some(item => item.seq === seq)
  const isSamePlace =
    shown.snapshot === snapshot ||
    (isReturn && shown.snapshot.pageNo === snapshot.pageNo && items.some(({ seq }) => isVisible(seq)))
  const placeholders =
    isSamePlace && items.length > 0
      ? [...shown.gone, ...shown.items].filter(item => !isPresent(item) && isVisible(item.seq))
      : []
  if (shown.snapshot !== snapshot || !isSame(shown.items, items) || !isSame(shown.gone, placeholders))
    setShown({ snapshot, items, gone: placeholders })
  return [
    ...items.map(item => ({ item, isGone: false })),
    ...placeholders.map(item => ({ item, isGone: true })),
  ].sort((a, b) => a.item.seq - b.item.seq)
}

function isSame(some: readonly { seq: number }[], others: readonly { seq: number }[]): boolean {
  return some.length === others.length && some.every(({ seq }, place) => seq === others[place]?.seq)
}
