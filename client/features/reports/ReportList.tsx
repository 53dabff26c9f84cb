import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { ReportItem } from './ReportItem.tsx'
import { useReports } from './reports.queries.ts'
import './reportList.css'

const ROW_PX = 96

/** What members reported, for administrators: the copies, and what was done. */
export function ReportList() {
  const [page, setPage] = useState(1)
  const reports = useReports(page)
  return (
    <div className="report-list" aria-busy={reports.isPlaceholderData}>
      <LoadFailure query={reports} title={t('reports.loadFailed')} />
      {reports.isPending && <SkeletonRows rows={2} height={ROW_PX} />}
      {reports.data?.total === 0 && <EmptyState>{t('reports.empty')}</EmptyState>}
      {reports.data && reports.data.total > 0 && (
        <>
          <Card padded={false}>
            <ul aria-label={t('reports.list')}>
              {reports.data.itemList.map(report => (
                <ReportItem key={report.reportNo} report={report} />
              ))}
            </ul>
          </Card>
          <PageIndex label={t('reports.pages')} index={reports.data.pageIndex} onGo={setPage} />
        </>
      )}
    </div>
  )
}
