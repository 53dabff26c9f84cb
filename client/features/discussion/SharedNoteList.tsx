import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { beginsDay } from '#client/platform/language/days.ts'
import { t } from '#client/platform/language/language.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import type { PageIndex as Pages } from '#protocol/paging.ts'
import { FeedFoot } from './FeedFoot.tsx'
import { OlderUnread } from './OlderUnread.tsx'
import { PinnedNote } from './PinnedNote.tsx'
import { SharedNoteCard } from './SharedNoteCard.tsx'
import { useOpeningPlace } from './useOpeningPlace.ts'
import type { Pinning } from './usePinning.ts'
import type { Reading } from './useReading.ts'
import { useRemovedItemPlaceholders } from './useRemovedItemPlaceholders.ts'

interface SharedNoteListProps {
  list: RefObject<HTMLUListElement | null>
  pageIndex: Pages
  reading: Reading
  /** Of the whole list. */
  total: number
  /** By which the first note comes into an empty one. */
  begin?: ReactNode
  /** Whether a note is marked as new. */
  isMarked: (note: SharedNoteItem) => boolean
  /** What is going on about a note; `titleId`: of the element that bears its title. */
  footOf: (note: SharedNoteItem, titleId: string) => ReactNode
  /** Without it nothing can be pinned. */
  pinning?: Pinning
  /** It is opened as any screen is, and not where a talk goes on. */
  beginsAtTop?: boolean
  /** Absent when nothing is unread on the pages that follow. */
  unreadOlder?: { count: number; to: string }
  /** Without it there is nothing left to read. */
  onReadAll?: (() => void) | undefined
  /** The address where a note is read. */
  linkTo: (noteNo: number) => string
  /** The notes of another page are on their way. */
  isWaiting: boolean
  onGo: (page: number) => void
}

/** Shared notes as a talk: the oldest at the top. What comes is added below, and nothing moves. */
export function SharedNoteList({
  list,
  pageIndex,
  reading: { opening, notes, waiting, waitingCount, inSight },
  total,
  begin,
  isMarked,
  footOf,
  pinning,
  beginsAtTop = false,
  unreadOlder,
  onReadAll,
  linkTo,
  isWaiting,
  onGo,
}: SharedNoteListProps) {
  const end = useRef<HTMLDivElement>(null)
  const wantsNew = useRef(false)
  const hasMarked = notes.some(isMarked)
  const places = useRemovedItemPlaceholders(opening.pageNo, notes, seq => inSight.has(seq))
  useOpeningPlace(opening, { hasOlderUnread: unreadOlder !== undefined, isElsewhere: beginsAtTop }, list, end)

  useEffect(() => {
    if (!wantsNew.current || isWaiting || opening.pageNo !== 1) return
    wantsNew.current = false
    if (opening.firstUnreadSeq !== null) focusOn(opening.firstUnreadSeq)
  })

  function focusOn(seq: number) {
    const card = list.current?.querySelector(`[data-seq="${seq}"]`)
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector('a')?.focus({ preventScroll: true })
  }

  /** Who took it down by a press elsewhere than on the keyboard stays where they look. */
  function focusOnUnpinned(seq: number) {
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false
    const pin = list.current?.querySelector<HTMLElement>(`[data-seq="${seq}"] .pin-button`)
    const next = pin ?? list.current?.querySelector<HTMLElement>('a')
    next?.focus({ preventScroll: !isByKey })
  }

  function showNew() {
    const [first] = waiting
    if (first) return focusOn(first.seq)
    wantsNew.current = true
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
      {total === 0 && <EmptyState action={begin}>{t('discussion.empty')}</EmptyState>}
      {notes.length > 0 && (
        <>
          {unreadOlder && <OlderUnread {...unreadOlder} />}
          <ul ref={list} className="shared-notes__list">
            {places.map(({ item: note, isGone }, place) => (
              <SharedNoteCard
                key={note.seq}
                note={note}
                to={linkTo(note.noteNo)}
                isGone={isGone}
                line={note.seq !== opening.firstUnreadSeq ? null : hasMarked ? 'drawn' : 'past'}
                {...joining(places[place - 1], note, note.seq === opening.firstUnreadSeq)}
                isNew={isMarked(note)}
                footOf={titleId => footOf(note, titleId)}
                hasArrived={!note.isAuthor && note.seq > opening.newestSeq}
                {...(pinning && { pin: pinOf(note, pinning) })}
              />
            ))}
          </ul>
          <FeedFoot
            pageIndex={pageIndex}
            onGo={onGo}
            waitingCount={waitingCount}
            onShowNew={showNew}
            onReadAll={onReadAll}
          />
          <div ref={end} className="shared-notes__end" />
        </>
      )}
    </div>
  )
}

interface Place {
  item: SharedNoteItem
  isGone: boolean
}

/** How a card stands to the one above it; below the line of the unread ones it begins anew. */
function joining(above: Place | undefined, note: SharedNoteItem, isBelowLine: boolean) {
  const isFirstOfDay = beginsDay(above?.item.sharedAt, note.sharedAt)
  return {
    beginsDay: isFirstOfDay,
    goesOn: !isBelowLine && !isFirstOfDay && above?.item.authorNo === note.authorNo,
    isBelowGap: above?.isGone ?? false,
  }
}

function pinOf({ seq, noteNo }: SharedNoteItem, { pinned, pin }: Pinning) {
  const isPinned = pinned?.seq === seq
  return { isPinned, onToggle: () => pin(noteNo, !isPinned) }
}
