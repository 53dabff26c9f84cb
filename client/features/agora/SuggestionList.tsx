import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Card } from '#client/ui/Card.tsx'
import { NewItemsBar } from '#client/ui/NewItemsBar.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { useIsAtTop } from '#client/ui/useIsAtTop.ts'
import { useShownUpTo } from '#client/ui/useShownUpTo.ts'
import { type AgoraPage, newestOfOthers, shownAndWaiting } from './agora.cache.ts'
import type { SearchFields } from './agora.search.ts'
import { SuggestionEntry } from './SuggestionEntry.tsx'
import './suggestions.css'

interface SuggestionListProps {
  page: AgoraPage
  sought: SearchFields
  /** Shown in place of suggestions where there are none. */
  nothing: ReactNode
  /** The suggestions of another page are on their way. */
  isWaiting: boolean
  onGo: (page: number) => void
}

export function SuggestionList({ page, sought, nothing, isWaiting, onGo }: SuggestionListProps) {
  const { userNo } = useAtomValue(authAtom)
  const { mark, isAtTop } = useIsAtTop()
  const [openNos, setOpenNos] = useState<readonly number[]>([])
  const isFirstPage = page.pageIndex.curPageNum === 1
  const isWriting = page.entries.some(({ suggestion }) => openNos.includes(suggestion.suggestionNo))
  // In any other order one that has a higher number has moved up, or filled a gap, and is no newer than the page.
  const isByAge = sought.order === 'newest'
  // Neither what is being read nor what is being written is pushed away.
  const place = useShownUpTo(
    page.pageIndex.curPageNum,
    newestOfOthers(page.entries, userNo),
    !isByAge || (isAtTop && !isWriting),
  )
  const { shown, waitingCount } = shownAndWaiting(page, place.shownUpTo, userNo)
  const list = useRef<HTMLUListElement>(null)
  const wantsFocus = useRef(false)

  useEffect(() => {
    if (!wantsFocus.current || !isFirstPage || waitingCount > 0) return
    wantsFocus.current = false
    list.current?.focus({ preventScroll: true })
  }, [isFirstPage, waitingCount])

  function showNew() {
    wantsFocus.current = true
    mark.current?.scrollIntoView()
    if (isFirstPage) place.showWaiting()
    else onGo(1)
  }

  return (
    <div className="suggestions" aria-busy={isWaiting}>
      <NewItemsBar mark={mark} isShown={waitingCount > 0} onShow={showNew}>
        {t('agora.newOnes', { count: waitingCount })}
      </NewItemsBar>
      {sought.query !== '' && !isWaiting && (
        <p className="suggestions__found" role="status">
          {page.total > 0 && t('agora.found', { count: page.total })}
        </p>
      )}
      {page.total === 0 && waitingCount === 0 && nothing}
      {shown.length > 0 && (
        <>
          <Card padded={false}>
            <ul ref={list} className="suggestions__list" tabIndex={-1} aria-label={t('agora.listLabel')}>
              {shown.map(entry => {
                const { suggestionNo, writerNo } = entry.suggestion
                return (
                  <SuggestionEntry
                    key={suggestionNo}
                    entry={entry}
                    hasArrived={isByAge && writerNo !== userNo && suggestionNo > place.openedAt}
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
