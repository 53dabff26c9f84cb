import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { useCorrectedPage, usePageParameter } from '#client/platform/router/queryParameters.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { useOpinionAnnouncement, useSuggestions } from './agora.live.ts'
import { DEFAULT_SEARCH, type SearchFields } from './agora.search.ts'
import { opinionAtom } from './agora.state.ts'
import { SuggestionList } from './SuggestionList.tsx'

const THREAD_PX = 81

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
  return <EmptyState action={action}>{emptyText(searchFields)}</EmptyState>
}

function emptyText({ only, query }: SearchFields): string {
  if (query !== '') return t('agora.nothingFound', { query })
  if (only === 'own') return t('agora.noneOwn')
  return t(only === 'answered' ? 'agora.noneAnswered' : 'agora.empty')
}
