import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { ReportList } from '#client/features/reports/ReportList.tsx'
import { onResync } from '#client/live/eventBus.ts'
import { paths } from '#client/paths.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { formatNumber, t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { isAdministrator } from '#protocol/access.ts'
import { AuditLog } from './AuditLog.tsx'
import { countsQuery } from './administration.queries.ts'
import { DailyCounts } from './DailyCounts.tsx'
import { OpinionBoard } from './OpinionBoard.tsx'
import { PeopleBoard } from './PeopleBoard.tsx'
import './administration.css'

/** For administrators only; the server checks this as well. */
export function AdministrationScreen() {
  const auth = useAtomValue(authAtom)
  return isAdministrator(auth) ? <Administration /> : <Redirect to={paths.home} />
}

function Administration() {
  return (
    <div className="administration">
      <div className="administration__header">
        <ScreenTitle title={t('administration.title')} />
        <div className="administration__links">
          <ButtonLink to={paths.serverStatus}>{t('status.title')}</ButtonLink>
          <ButtonLink to={paths.manageNotices}>{t('administration.toNotices')}</ButtonLink>
        </div>
      </div>
      <CountList />
      <DailyCounts />
      <h2 className="administration__heading">{t('reports.list')}</h2>
      <ReportList />
      <h2 className="administration__heading">{t('suspension.title')}</h2>
      <PeopleBoard />
      <h2 className="administration__heading">{t('administration.suggestions')}</h2>
      <OpinionBoard />
      <h2 className="administration__heading">{t('audit.title')}</h2>
      <AuditLog />
    </div>
  )
}

const kinds = ['people', 'notes', 'hubs', 'sockets'] as const

/** Totals; a dash while loading. */
function CountList() {
  const counts = useQuery(countsQuery)
  const cache = useQueryClient()
  // This tab's own connection opens after the first response and is one of those counted.
  useEffect(() => onResync(() => refetchQueries(cache, countsQuery.queryKey)), [cache])
  return (
    <div className="counts">
      <dl className="counts__list">
        {kinds.map(kind => (
          <div className="counts__item" key={kind}>
            <dt className="counts__kind">{t(`administration.${kind}`)}</dt>
            <dd className="counts__number">{counts.data ? formatNumber(counts.data[kind]) : '–'}</dd>
          </div>
        ))}
      </dl>
      <LoadFailure query={counts} title={t('administration.countsFailed')} />
    </div>
  )
}
