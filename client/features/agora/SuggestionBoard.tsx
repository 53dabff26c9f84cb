import { useAtomValue, useStore } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { useCorrectedPage, usePageParameter } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { NewItemsBar, useIsAtTop, useShownUpTo } from '#client/ui/NewItemsBar.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { answersAtom } from './AnswerForm.tsx'
import { type AgoraPage, newestOfOthers, shownAndWaiting } from './agora.cache.ts'
import { useOpinionAnnouncement, useSuggestions } from './agora.queries.ts'
import { DEFAULT_SEARCH, type SearchFields } from './agora.search.ts'
import { SuggestionEntry } from './SuggestionEntry.tsx'
import { opinionAtom } from './SuggestionForm.tsx'
import './agora.css'

const THREAD_PX = 92

interface SuggestionBoardProps {
  searchFields?: SearchFields
  /** Starts an opinion with this text. Absent where the viewer cannot post. */
  onWrite?: ((text: string) => void) | undefined
}

/** The live list of suggestions: a page, or search results. */
export function SuggestionBoard({ searchFields = DEFAULT_SEARCH, onWrite }: SuggestionBoardProps) {
  const { page, goToPage } = usePageParameter()
  const { userNo } = useAtomValue(authAtom)
  const suggestions = useSuggestions(page, searchFields, userNo)
  const announcement = useOpinionAnnouncement(userNo)
  useDiscardedAnswers()
  useCorrectedPage(suggestions.isPlaceholderData ? undefined : suggestions.data?.pageIndex)

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {suggestions.isPending && <SkeletonRows rows={SUGGESTIONS_PER_PAGE} height={THREAD_PX} />}
      <LoadFailure query={suggestions} />
      {suggestions.data && (
        <SuggestionList
          key={listKey(searchFields)}
          page={suggestions.data}
          searchFields={searchFields}
          emptyState={<NoSearchResults searchFields={searchFields} onWrite={onWrite} />}
          isLoadingPage={suggestions.isPlaceholderData}
          onGo={goToPage}
        />
      )}
    </>
  )
}

/** The answer that an administrator was typing goes with its suggestion. Nothing else would show it again. */
function useDiscardedAnswers() {
  const store = useStore()
  useEffect(
    () =>
      onEvent('suggestion:removed', ({ suggestionNo }) => {
        const { [suggestionNo]: answer, ...others } = store.get(answersAtom)
        if (answer === undefined) return
        store.set(answersAtom, others)
        store.set(showToastAtom, { text: t('agora.answerDiscarded') })
      }),
    [store],
  )
}

/** Another filter or order is another list and starts without waiting items. */
function listKey({ only, query, order }: SearchFields): string {
  return `${only ?? 'all'} ${order} ${query}`
}

interface NoSearchResultsProps {
  searchFields: SearchFields
  onWrite: ((text: string) => void) | undefined
}

/** The empty state. Offers to post an opinion, starting with the query unless a draft exists. */
function NoSearchResults({ searchFields, onWrite }: NoSearchResultsProps) {
  const { opinion } = useAtomValue(opinionAtom)
  const text = opinion === '' ? searchFields.query : ''
  const canBeWritten = searchFields.only !== 'answered' || text !== ''
  const action = onWrite && canBeWritten && (
    <Button onClick={() => onWrite(text)}>{t(text === '' ? 'agora.write' : 'agora.writeThis')}</Button>
  )
  return (
    <EmptyState drawing={searchFields.query === '' ? 'rooms' : 'search'} action={action}>
      {emptyText(searchFields)}
    </EmptyState>
  )
}

function emptyText({ only, query }: SearchFields): string {
  if (query !== '') return t('agora.nothingFound', { query })
  if (only === 'own') return t('agora.noneOwn')
  return t(only === 'answered' ? 'agora.noneAnswered' : 'agora.empty')
}

interface SuggestionListProps {
  page: AgoraPage
  searchFields: SearchFields
  emptyState: ReactNode
  /** The next page is loading. */
  isLoadingPage: boolean
  onGo: (page: number) => void
}

function SuggestionList({ page, searchFields, emptyState, isLoadingPage, onGo }: SuggestionListProps) {
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
          <PageIndex index={page.pageIndex} top={mark} onGo={onGo} />
        </>
      )}
    </div>
  )
}
