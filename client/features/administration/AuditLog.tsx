import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { type AuditEntryView, getAuditLog } from '#protocol/administration.ts'
import './administration.css'

const ROW_PX = 45

const auditLogKey = ['administration', 'auditLog'] as const

/** Actions of administrators. Refetched on mount, on paging and after each mutation in this tab. */
export function AuditLog() {
  const [page, setPage] = useState(1)
  const auditLog = useQuery({
    queryKey: [...auditLogKey, page],
    queryFn: ({ signal }) => callApi(getAuditLog, { curPageNo: page }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  useRefetchAfterMutations()
  return (
    <div className="audit-log" aria-busy={auditLog.isPlaceholderData}>
      <LoadFailure query={auditLog} title={t('audit.loadFailed')} />
      {auditLog.isPending && <SkeletonRows rows={3} height={ROW_PX} />}
      {auditLog.data?.total === 0 && <EmptyState>{t('audit.empty')}</EmptyState>}
      {auditLog.data && auditLog.data.total > 0 && (
        <>
          <Card padded={false}>
            <ol aria-label={t('audit.title')}>
              {auditLog.data.itemList.map(entry => (
                <li className="audit-entry" key={`${entry.at} ${entry.kind} ${entry.thingNo} ${entry.about}`}>
                  <span className="audit-entry__text">{entryText(entry)}</span>
                  <span className="audit-entry__byline">
                    {entry.by || t('accounts.withdrawn')} · <RelativeTime at={entry.at} />
                  </span>
                </li>
              ))}
            </ol>
          </Card>
          <PageIndex label={t('audit.pages')} index={auditLog.data.pageIndex} onGo={setPage} />
        </>
      )}
      <p className="audit-log__retention">{t('audit.kept')}</p>
    </div>
  )
}

/** Any mutation on this screen may add an entry. */
function useRefetchAfterMutations(): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      cache.getMutationCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'success') refetchQueries(cache, auditLogKey)
      }),
    [cache],
  )
}

function entryText({ kind, about, thingNo }: AuditEntryView): string {
  return t(`audit.${kind}`, { name: about || t('accounts.withdrawn'), no: String(thingNo ?? 0) })
}
