import { t } from '#client/platform/language/language.ts'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { shownCount } from '#client/ui/shownCount.ts'
import { type NotificationFilter, notificationFilters } from '#protocol/inbox.ts'

const LABELS = { all: 'inbox.all', new: 'inbox.onlyNew', toMe: 'inbox.toMe' } as const

interface NotificationFiltersProps {
  /** Without it the list holds all. */
  only: NotificationFilter | undefined
  /** Of all news. */
  newCount: number
  onChoose: (only: NotificationFilter | undefined) => void
}

/** Which entries the list holds. */
export function NotificationFilters({ only, newCount, onChoose }: NotificationFiltersProps) {
  return (
    <div className="inbox__filters">
      {[undefined, ...notificationFilters].map(filter => (
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
