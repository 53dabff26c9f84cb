import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Card } from '#client/ui/Card.tsx'
import { NewItemsBar, useIsAtTop, useShownUpTo } from '#client/ui/NewItemsBar.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { type AgoraPage, newestOfOthers, shownAndWaiting } from './agora.cache.ts'
import type { SearchFields } from './agora.search.ts'
import { SuggestionEntry } from './SuggestionEntry.tsx'
import './agora.css'

interface SuggestionListProps {
  page: AgoraPage
  searchFields: SearchFields
  emptyState: ReactNode
  /** The next page is loading. */
  isLoadingPage: boolean
  onGo: (page: number) => void
}

export function SuggestionList({ page, searchFields, emptyState, isLoadingPage, onGo }: SuggestionListProps) {
  const { userNo } = useAtomValue(authAtom)
  const { mark, isAtTop } = useIsAtTop()
  const [openNos, setOpenNos] = useState<readonly number[]>([])
  const isFirstPage = page.pageIndex.curPageNum === 1
  const isWriting = page.entries.some(({ suggestion }) => openNos.includes(suggestion.suggestionNo))
  // In other orders a higher number can move up or fill a gap, and is not necessarily new.
  const isByAge = searchFields.order === 'newest'
  // Insert new suggestions only where they push away nothing that the user reads or writes.
  const visibleRange = useShownUpTo(
    page.pageIndex.curPageNum,
    newestOfOthers(page.entries, userNo),
    !isByAge || (isAtTop && !isWriting),
  )
  const { shown: visibleEntries, waitingCount } = shownAndWaiting(page, visibleRange.shownUpTo, userNo)
  const list = useRef<HTMLUListElement>(null)
  const shouldFocusList = useRef(false)

  useEffect(() => {
    if (!shouldFocusList.current || !isFirstPage || waitingCount > 0) return
    shouldFocusList.current = false
    list.current?.focus({ preventScroll: true })
  }, [isFirstPage, waitingCount])

  function showNew() {
    shouldFocusList.current = true
    mark.current?.scrollIntoView()
    if (isFirstPage) visibleRange.showWaiting()
    else onGo(1)
  }

  return (
    <div className="suggestions" aria-busy={isLoadingPage}>
      <NewItemsBar mark={mark} isShown={waitingCount > 0} onShow={showNew}>
        {t('agora.newOnes', { count: waitingCount })}
      </NewItemsBar>
      {searchFields.query !== '' && !isLoadingPage && (
        <p className="suggestions__result-count" role="status">
          {page.total > 0 && t('agora.found', { count: page.total })}
        </p>
      )}
      {page.total === 0 && waitingCount === 0 && emptyState}
      {visibleEntries.length > 0 && (
        <>
          <Card padded={false}>
            <ul ref={list} className="suggestions__list" tabIndex={-1} aria-label={t('agora.listLabel')}>
              {visibleEntries.map(entry => {
                const { suggestionNo, writerNo } = entry.suggestion
                return (
                  <SuggestionEntry
                    key={suggestionNo}
                    entry={entry}
                    isNewArrival={isByAge && writerNo !== userNo && suggestionNo > visibleRange.openedAt}
                    onOpen={isOpen =>
                      setOpenNos(nos => [
                        ...nos.filter(no => no !== suggestionNo),
                        ...(isOpen ? [suggestionNo] : []),
                      ])
                    }
                    onFocusLost={() => list.current?.focus({ preventScroll: true })}
                  />
                )
              })}
            </ul>
          </Card>
          <PageIndex index={page.pageIndex} onGo={onGo} />
        </>
      )}
    </div>
  )
}
