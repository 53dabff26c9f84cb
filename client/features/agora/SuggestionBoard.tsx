import { useAtomValue } from 'jotai'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { authAtom } from '#client/session/session.ts'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { useOpinionAnnouncement, useSuggestions } from './agora.live.ts'
import { EVERYTHING, type SearchFields } from './agora.search.ts'
import { NoSearchResults } from './NoSearchResults.tsx'
import { SuggestionList } from './SuggestionList.tsx'

const THREAD_PX = 81

interface SuggestionBoardProps {
  sought?: SearchFields
  /** Leads to where an opinion is written, and puts these words there. Absent where none is written. */
  onWrite?: ((words: string) => void) | undefined
}

/** The suggestions of the page that the address names, or of those that are looked for, live. */
export function SuggestionBoard({ sought = EVERYTHING, onWrite }: SuggestionBoardProps) {
  const { page, goToPage } = usePageInAddress()
  const { userNo } = useAtomValue(authAtom)
  const suggestions = useSuggestions(page, sought, userNo)
  const announcement = useOpinionAnnouncement(userNo)
  useAnsweredPage(suggestions.isPlaceholderData ? undefined : suggestions.data?.pageIndex)

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {suggestions.isPending && <SkeletonRows rows={SUGGESTIONS_PER_PAGE} height={THREAD_PX} />}
      <LoadFailure query={suggestions} />
      {suggestions.data && (
        <SuggestionList
          key={listKey(sought)}
          page={suggestions.data}
          sought={sought}
          nothing={<NoSearchResults sought={sought} onWrite={onWrite} />}
          isWaiting={suggestions.isPlaceholderData}
          onGo={goToPage}
        />
      )}
    </>
  )
}

/** Another filter, or order, is another list: what waited in the one before waits in it no more. */
function listKey({ only, query, order }: SearchFields): string {
  return `${only ?? 'all'} ${order} ${query}`
}
