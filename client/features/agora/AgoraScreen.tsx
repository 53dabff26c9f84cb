import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#client/paths.ts'
import { useDebouncedValue } from '#client/platform/browser/useTimers.ts'
import { t } from '#client/platform/language/language.ts'
import { usePageParameter, useQueryParameters } from '#client/platform/router/navigation.tsx'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { saveReturnUrl, viewStateAtom } from '#client/session/viewState.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { ChoiceSelect, FilterChip } from '#client/ui/ListFilters.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SearchField } from '#client/ui/TextField.tsx'
import {
  SUGGESTION_ORDERS,
  type SuggestionOrder,
  suggestionFilters,
  suggestionQueryField,
} from '#protocol/agora.ts'
import { DEFAULT_SEARCH, type SearchFields } from './agora.search.ts'
import { SuggestionBoard } from './SuggestionBoard.tsx'
import { opinionAtom, SuggestionForm } from './SuggestionForm.tsx'
import './agora.css'

/** The last page of the list. The URL is authoritative; this value serves the way back. */
const agoraAtom = viewStateAtom({ curPageNo: 1 })

/** Everybody reads the suggestions; members also post them. */
export function AgoraScreen() {
  const { page } = usePageParameter()
  const { searchFields, search } = useSearchFieldsInUrl()
  const status = useAtomValue(authStatusAtom)
  const setAgora = useSetAtom(agoraAtom)
  const setOpinion = useSetAtom(opinionAtom)
  const area = useRef<HTMLTextAreaElement>(null)
  // Reserve the form's space during the session check, so that the layout does not shift.
  const canWrite = status !== 'signedOut'

  useEffect(() => {
    setAgora({ curPageNo: page })
  }, [page, setAgora])

  function startOpinion(opinion: string): void {
    if (opinion !== '') setOpinion({ opinion })
    area.current?.focus()
  }

  return (
    <div className="agora">
      <ScreenTitle title={t('shell.opinions')} />
      <p className="agora__lead">{t('agora.lead')}</p>
      {canWrite && <SuggestionForm area={area} onCreated={() => search(DEFAULT_SEARCH)} />}
      {status === 'signedOut' && (
        <p className="agora__visitor">
          {t('agora.signInToWrite')}
          <ButtonLink kind="primary" to={paths.signIn} onClick={() => saveReturnUrl(paths.agora)}>
            {t('shell.signIn')}
          </ButtonLink>
        </p>
      )}
      <SuggestionFilters searchFields={searchFields} onSearch={search} />
      <SuggestionBoard searchFields={searchFields} onWrite={canWrite ? startOpinion : undefined} />
    </div>
  )
}

/** Keeps the search in the URL. A new filter or query starts at page 1. */
function useSearchFieldsInUrl(): {
  searchFields: SearchFields
  search: (searchFields: SearchFields) => void
} {
  const [params, goTo] = useQueryParameters()
  const isVisitor = useAtomValue(authStatusAtom) === 'signedOut'
  const requestedFilter = suggestionFilters.find(filter => filter === params.get('only'))
  // A shared link may ask for "own", which visitors do not have.
  const only = requestedFilter === 'own' && isVisitor ? undefined : requestedFilter
  const query = suggestionQueryField.safeParse(params.get('query') ?? '').data ?? ''
  const order = SUGGESTION_ORDERS.find(one => one === params.get('order')) ?? DEFAULT_SEARCH.order
  return {
    searchFields: useMemo(() => ({ only, query, order }), [only, query, order]),
    search(nextFields) {
      const parameters = {
        ...(nextFields.only && { only: nextFields.only }),
        ...(nextFields.query !== '' && { query: nextFields.query }),
        ...(nextFields.order !== DEFAULT_SEARCH.order && { order: nextFields.order }),
      }
      // Replace while typing, so that "back" leaves the search at once.
      goTo(new URLSearchParams(parameters), { replace: nextFields.query !== query })
    },
  }
}

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
function SuggestionFilters({ searchFields, onSearch }: SuggestionFiltersProps) {
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
      <ChoiceSelect
        label={t('agora.order')}
        choices={orders()}
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
