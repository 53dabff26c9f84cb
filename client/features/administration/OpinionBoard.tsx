import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SuggestionBoard } from '#client/features/agora/SuggestionBoard.tsx'
import { SuggestionEntry } from '#client/features/agora/SuggestionEntry.tsx'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { FilterChip } from '#client/ui/ListFilters.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import type { Unanswered } from '#protocol/agora.ts'
import { UNANSWERED_COUNTED_MAX } from '#protocol/limits.ts'
import { unansweredQuery } from './administration.queries.ts'
import '#client/features/agora/agora.css'

/** All opinions or the unanswered ones, with the unanswered count. */
export function OpinionBoard() {
  const [showsUnanswered, setShowsUnanswered] = useState(false)
  const unanswered = useQuery(unansweredQuery)

  function showUnanswered() {
    setShowsUnanswered(true)
    if (!showsUnanswered) void unanswered.refetch()
  }

  return (
    <>
      <div className="opinion-filters">
        <FilterChip isOn={!showsUnanswered} onChoose={() => setShowsUnanswered(false)}>
          {t('administration.allOpinions')}
        </FilterChip>
        <FilterChip
          isOn={showsUnanswered}
          onChoose={showUnanswered}
          count={unanswered.data && countText(unanswered.data.total)}
        >
          {t('administration.unanswered')}
        </FilterChip>
      </div>
      {showsUnanswered ? <UnansweredList query={unanswered} /> : <SuggestionBoard />}
    </>
  )
}

function countText(total: number): string {
  return total < UNANSWERED_COUNTED_MAX ? String(total) : `${UNANSWERED_COUNTED_MAX - 1}+`
}

const THREAD_PX = 81

/** Unanswered opinions, the oldest first. */
function UnansweredList({ query }: { query: UseQueryResult<Unanswered> }) {
  const list = useRef<HTMLUListElement>(null)
  const { data, isPending } = query
  return (
    <div className="suggestions">
      {isPending && <SkeletonRows rows={2} height={THREAD_PX} />}
      <LoadFailure query={query} />
      {data?.total === 0 && <EmptyState>{t('administration.noUnanswered')}</EmptyState>}
      {data && data.total > 0 && (
        <Card padded={false}>
          <ul
            ref={list}
            className="suggestions__list"
            tabIndex={-1}
            aria-label={t('administration.unanswered')}
          >
            {data.itemList.map(suggestion => (
              <SuggestionEntry
                key={suggestion.suggestionNo}
                entry={{ suggestion, answers: [] }}
                isNewArrival={false}
                onOpen={() => undefined}
                onFocusLost={() => list.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
        </Card>
      )}
      {data && data.total > data.itemList.length && (
        <p className="opinion-filters__more">
          {t('administration.moreUnanswered', { count: data.itemList.length })}
        </p>
      )}
    </div>
  )
}
