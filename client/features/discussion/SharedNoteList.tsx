import { useEffect, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { NewItemsBar } from '#client/ui/NewItemsBar.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import type { PageIndex as Pages } from '#protocol/paging.ts'
import { PinnedNote } from './PinnedNote.tsx'
import { SharedNoteCard } from './SharedNoteCard.tsx'
import type { Pinning } from './usePinning.ts'
import type { Reading } from './useReading.ts'

interface SharedNoteListProps {
  pageIndex: Pages
  reading: Reading
  /** Of the whole list. */
  total: number
  /** Notes that the reader has opened since they came as new. */
  opened: ReadonlySet<number>
  /** Without it nothing can be pinned. */
  pinning?: Pinning
  /** The address where a note is read. */
  linkTo: (noteNo: number) => string
  /** The notes of another page are on their way. */
  isWaiting: boolean
  onGo: (page: number) => void
}

/** Shared notes, newest first, with a bar that offers what came while one was reading further down. */
export function SharedNoteList({
  pageIndex,
  reading,
  total,
  opened,
  pinning,
  linkTo,
  isWaiting,
  onGo,
}: SharedNoteListProps) {
  const { mark, shown, waitingCount, openedAt, showWaiting } = reading
  const list = useRef<HTMLUListElement>(null)
  const wantsFirst = useRef(false)
  const isFirstPage = pageIndex.curPageNum === 1

  useEffect(() => {
    if (!wantsFirst.current || !isFirstPage || waitingCount > 0) return
    wantsFirst.current = false
    list.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isFirstPage, waitingCount])

  function showNew() {
    wantsFirst.current = true
    mark.current?.scrollIntoView()
    if (isFirstPage) showWaiting()
    else onGo(1)
  }

  return (
    <div className="shared-notes" aria-busy={isWaiting}>
      <NewItemsBar mark={mark} isShown={waitingCount > 0} onShow={showNew}>
        {t('discussion.newNotes', { count: waitingCount })}
      </NewItemsBar>
      {pinning?.pinned && (
        <PinnedNote
          note={pinning.pinned}
          to={linkTo(pinning.pinned.noteNo)}
          onUnpin={() => pinning.pin(pinning.pinned?.noteNo ?? 0, false)}
        />
      )}
      {total === 0 && waitingCount === 0 && <EmptyState>{t('discussion.empty')}</EmptyState>}
      {shown.length > 0 && (
        <>
          <ul ref={list} className="shared-notes__list">
            {shown.map(note => (
              <SharedNoteCard
                key={note.seq}
                note={note}
                to={linkTo(note.noteNo)}
                isNew={note.isNew && !opened.has(note.noteNo)}
                hasArrived={!note.isAuthor && note.seq > openedAt}
                {...(pinning &&
                  pinning.pinned?.seq !== note.seq && { onPin: () => pinning.pin(note.noteNo, true) })}
              />
            ))}
          </ul>
          <PageIndex index={pageIndex} onGo={onGo} />
        </>
      )}
    </div>
  )
}
