import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { SuggestionEntry } from '#client/features/agora/SuggestionEntry.tsx'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { Unanswered } from '#protocol/agora.ts'
import '#client/features/agora/suggestions.css'

const THREAD_PX = 81

/** The opinions that wait for an answer, the one that waits longest first. */
export function UnansweredList({ query }: { query: UseQueryResult<Unanswered> }) {
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
                hasArrived={false}
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
