import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { OrderSelect } from '#client/ui/OrderSelect.tsx'
import { type SuggestionOrder, suggestionFilters } from '#protocol/agora.ts'
import type { SearchFields } from './agora.search.ts'
import { SuggestionSearch } from './SuggestionSearch.tsx'

const LABELS = { all: 'agora.all', answered: 'agora.answered', own: 'agora.own' } as const

const orders = (): Record<SuggestionOrder, string> => ({
  newest: t('agora.orderNewest'),
  empathy: t('agora.orderEmpathy'),
})

interface SuggestionFiltersProps {
  sought: SearchFields
  onSearch: (sought: SearchFields) => void
}

/** Which opinions the list holds, and in which order; a visitor has none of their own. */
export function SuggestionFilters({ sought, onSearch }: SuggestionFiltersProps) {
  const { isLoggedIn } = useAtomValue(authAtom)
  const filters = [undefined, ...suggestionFilters].filter(only => only !== 'own' || isLoggedIn)
  return (
    <div className="suggestion-filters">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form, and these are pressed one by one */}
      <div className="suggestion-filters__chips" role="group" aria-label={t('agora.filters')}>
        {filters.map(only => (
          <FilterChip
            key={only ?? 'all'}
            isOn={only === sought.only}
            onChoose={() => onSearch({ ...sought, only })}
          >
            {t(LABELS[only ?? 'all'])}
          </FilterChip>
        ))}
      </div>
      <SuggestionSearch query={sought.query} onSearch={query => onSearch({ ...sought, query })} />
      <OrderSelect
        label={t('agora.order')}
        orders={orders()}
        chosen={sought.order}
        onChoose={order => onSearch({ ...sought, order })}
      />
    </div>
  )
}
