import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { t } from '#client/platform/language.ts'
import { openedNotesAtom } from '#client/platform/opened.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { NewItemsBar } from '#client/ui/NewItemsBar.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { useIsAtTop } from '#client/ui/useIsAtTop.ts'
import type { DiscussionPage } from './discussion.cache.ts'
import { SharedNoteCard } from './SharedNoteCard.tsx'
import { useMarkingRead } from './useMarkingRead.ts'
import { useReading } from './useReading.ts'

interface SharedNotesProps {
  hubNo: number
  page: DiscussionPage
  /** The notes of another page are on their way. */
  isWaiting: boolean
  onGo: (page: number) => void
}

export function SharedNotes({ hubNo, page, isWaiting, onGo }: SharedNotesProps) {
  const { mark, isAtTop } = useIsAtTop()
  const { shown, waitingCount, shownUpTo, openedAt, showWaiting } = useReading(page, isAtTop)
  const opened = useAtomValue(openedNotesAtom)
  const list = useRef<HTMLUListElement>(null)
  const wantsFirst = useRef(false)
  const isFirstPage = page.pageIndex.curPageNum === 1
  useMarkingRead(hubNo, isFirstPage || shownUpTo > 0 ? shownUpTo : null)

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
      {shown.length === 0 && <EmptyState>{t('discussion.empty')}</EmptyState>}
      {shown.length > 0 && (
        <>
          <ul ref={list} className="shared-notes__list">
            {shown.map(note => (
              <SharedNoteCard
                key={note.seq}
                hubNo={hubNo}
                note={note}
                isNew={note.isNew && !opened.has(note.noteNo)}
                hasArrived={!note.isAuthor && note.seq > openedAt}
              />
            ))}
          </ul>
          <PageIndex index={page.pageIndex} onGo={onGo} />
        </>
      )}
    </div>
  )
}
