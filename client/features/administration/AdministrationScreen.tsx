import { useAtomValue } from 'jotai'
import { AuditLog } from '#client/features/audit/AuditLog.tsx'
import { ReportList } from '#client/features/reports/ReportList.tsx'
import { PeopleBoard } from '#client/features/suspension/PeopleBoard.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { isAdministrator } from '#protocol/access.ts'
import { CountList } from './CountList.tsx'
import { DailyCounts } from './DailyCounts.tsx'
import { OpinionBoard } from './OpinionBoard.tsx'
import './administration.css'

/** For administrators alone; the server insists on it, too. */
export function AdministrationScreen() {
  const auth = useAtomValue(authAtom)
  return isAdministrator(auth) ? <Administration /> : <Redirect to={paths.home} />
}

function Administration() {
  return (
    <div className="administration">
      <div className="administration__head">
        <ScreenTitle title={t('administration.title')} />
        <ButtonLink to={paths.manageNotices}>{t('administration.toNotices')}</ButtonLink>
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
