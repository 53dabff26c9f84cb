import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { usePageParameter, useQueryParameters } from '#client/platform/router/queryParameters.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { saveReturnUrl } from '#client/session/viewState.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SUGGESTION_ORDERS, suggestionFilters, suggestionQueryField } from '#protocol/agora.ts'
import { DEFAULT_SEARCH, type SearchFields } from './agora.search.ts'
import { agoraAtom, opinionAtom } from './agora.state.ts'
import { SuggestionBoard } from './SuggestionBoard.tsx'
import { SuggestionFilters } from './SuggestionFilters.tsx'
import { SuggestionForm } from './SuggestionForm.tsx'
import './agora.css'

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
      <ScreenTitle title={t('agora.title')} />
      <p className="agora__lead">{t('agora.lead')}</p>
      {canWrite && <SuggestionForm area={area} onCreated={() => search(DEFAULT_SEARCH)} />}
      {status === 'signedOut' && (
        <p className="agora__visitor">
          {t('agora.signInToWrite')}
          <ButtonLink to={paths.signIn} onClick={() => saveReturnUrl(paths.agora)}>
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
