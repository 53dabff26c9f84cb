import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SuggestionBoard } from '#client/features/agora/SuggestionBoard.tsx'
import { t } from '#client/platform/language/language.ts'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { UNANSWERED_COUNTED_MAX } from '#protocol/limits.ts'
import { unansweredQuery } from './administration.queries.ts'
import { UnansweredList } from './UnansweredList.tsx'

/** All opinions, or those that wait for an answer; how many these are is told either way. */
export function OpinionBoard() {
  const [showsWaiting, setShowsWaiting] = useState(false)
  const unanswered = useQuery(unansweredQuery)

  function showWaiting() {
    setShowsWaiting(true)
    if (!showsWaiting) void unanswered.refetch()
  }

  return (
    <>
      <div className="opinion-filters">
        <FilterChip isOn={!showsWaiting} onChoose={() => setShowsWaiting(false)}>
          {t('administration.allOpinions')}
        </FilterChip>
        <FilterChip
          isOn={showsWaiting}
          onChoose={showWaiting}
          count={unanswered.data && countText(unanswered.data.total)}
        >
          {t('administration.unanswered')}
        </FilterChip>
      </div>
      {showsWaiting ? <UnansweredList query={unanswered} /> : <SuggestionBoard />}
    </>
  )
}

function countText(total: number): string {
  return total < UNANSWERED_COUNTED_MAX ? String(total) : `${UNANSWERED_COUNTED_MAX - 1}+`
}
