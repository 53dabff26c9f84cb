import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onResync } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { numberText, t } from '#client/platform/language/language.ts'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { countsQuery } from './administration.queries.ts'

const kinds = ['people', 'notes', 'hubs', 'sockets'] as const

/** How much there is of everything; a dash stands for what is not known yet. */
export function CountList() {
  const counts = useQuery(countsQuery)
  const cache = useQueryClient()
  // One of the open connections is this tab's own, which opens after the first answer.
  useEffect(() => onResync(() => refetchQueries(cache, countsQuery.queryKey)), [cache])
  return (
    <div className="counts">
      <dl className="counts__list">
        {kinds.map(kind => (
          <div className="counts__item" key={kind}>
            <dt className="counts__kind">{t(`administration.${kind}`)}</dt>
            <dd className="counts__number">{counts.data ? numberText(counts.data[kind]) : '–'}</dd>
          </div>
        ))}
      </dl>
      <LoadFailure query={counts} title={t('administration.countsFailed')} />
    </div>
  )
}
