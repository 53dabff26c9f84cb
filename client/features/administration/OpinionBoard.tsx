import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SuggestionBoard } from '#client/features/agora/SuggestionBoard.tsx'
import { t } from '#client/platform/language/language.ts'
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
        <Filter isOn={!showsWaiting} onChoose={() => setShowsWaiting(false)}>
          {t('administration.allOpinions')}
        </Filter>
        <Filter isOn={showsWaiting} onChoose={showWaiting}>
          {t('administration.unanswered')}
          {unanswered.data && (
            <span className="opinion-filter__count">{countText(unanswered.data.total)}</span>
          )}
        </Filter>
      </div>
      {showsWaiting ? <UnansweredList query={unanswered} /> : <SuggestionBoard />}
    </>
  )
}

interface FilterProps {
  isOn: boolean
  onChoose: () => void
  children: ReactNode
}

function Filter({ isOn, onChoose, children }: FilterProps) {
  return (
    <button type="button" className="opinion-filter" aria-pressed={isOn} onClick={onChoose}>
      {children}
    </button>
  )
}

function countText(total: number): string {
  return total < UNANSWERED_COUNTED_MAX ? String(total) : `${UNANSWERED_COUNTED_MAX - 1}+`
}
