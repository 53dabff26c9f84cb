import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useDebouncedValue } from '#client/platform/browser/timing.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { OrderSelect } from '#client/ui/OrderSelect.tsx'
import { SearchField } from '#client/ui/TextField.tsx'
import { type SuggestionOrder, suggestionFilters, suggestionQueryField } from '#protocol/agora.ts'
import type { SearchFields } from './agora.search.ts'

const LABELS = { all: 'agora.all', answered: 'agora.answered', own: 'agora.own' } as const

const orders = (): Record<SuggestionOrder, string> => ({
  newest: t('agora.orderNewest'),
  empathy: t('agora.orderEmpathy'),
})

interface SuggestionFiltersProps {
  searchFields: SearchFields
  onSearch: (searchFields: SearchFields) => void
}

/** Filter, search and order of the list. Visitors have no "own" filter. */
export function SuggestionFilters({ searchFields, onSearch }: SuggestionFiltersProps) {
  const { isLoggedIn } = useAtomValue(authAtom)
  const filters = [undefined, ...suggestionFilters].filter(only => only !== 'own' || isLoggedIn)
  return (
    <div className="suggestion-filters">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; these are single buttons */}
      <div className="suggestion-filters__chips" role="group" aria-label={t('agora.filters')}>
        {filters.map(only => (
          <FilterChip
            key={only ?? 'all'}
            isOn={only === searchFields.only}
            onChoose={() => onSearch({ ...searchFields, only })}
          >
            {t(LABELS[only ?? 'all'])}
          </FilterChip>
        ))}
      </div>
      <SuggestionSearch query={searchFields.query} onSearch={query => onSearch({ ...searchFields, query })} />
      <OrderSelect
        label={t('agora.order')}
        orders={orders()}
        chosen={searchFields.order}
        onChoose={order => onSearch({ ...searchFields, order })}
      />
    </div>
  )
}

const PAUSE_MS = 300

interface SuggestionSearchProps {
  query: string
  onSearch: (query: string) => void
}

/** Searches after each pause in typing. */
function SuggestionSearch({ query, onSearch }: SuggestionSearchProps) {
  const [value, setValue] = useState(query)
  const debounced = useDebouncedValue(value, PAUSE_MS)
  const lastQuery = useRef(query)

  // The URL changed, for example by "back": show its query.
  useEffect(() => {
    if (query === lastQuery.current) return
    lastQuery.current = query
    setValue(query)
  }, [query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search
  useEffect(() => {
    const nextQuery = suggestionQueryField.safeParse(debounced).data
    if (nextQuery === undefined || nextQuery === lastQuery.current) return
    lastQuery.current = nextQuery
    onSearch(nextQuery)
  }, [debounced])

  return (
    <SearchField
      className="suggestion-filters__search"
      label={t('agora.find')}
      value={value}
      onChange={setValue}
    />
  )
}
