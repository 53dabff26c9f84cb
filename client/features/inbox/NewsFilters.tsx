import { t } from '#client/platform/language/language.ts'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { shownCount } from '#client/ui/shownCount.ts'
import { type NewsFilter, newsFilters } from '#protocol/inbox.ts'

const LABELS = { all: 'inbox.all', new: 'inbox.onlyNew', toMe: 'inbox.toMe' } as const

interface NewsFiltersProps {
  /** Without it the list holds all. */
  only: NewsFilter | undefined
  /** Of all news. */
  newCount: number
  onChoose: (only: NewsFilter | undefined) => void
}

/** Which entries the list holds. */
export function NewsFilters({ only, newCount, onChoose }: NewsFiltersProps) {
  return (
    <div className="inbox__filters">
      {[undefined, ...newsFilters].map(filter => (
        <FilterChip
          key={filter ?? 'all'}
          isOn={filter === only}
          onChoose={() => onChoose(filter)}
          count={filter === 'new' && newCount > 0 ? shownCount(newCount) : undefined}
        >
          {t(LABELS[filter ?? 'all'])}
        </FilterChip>
      ))}
    </div>
  )
}
