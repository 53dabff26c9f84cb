import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { type DeedView, getDeeds } from '#protocol/deeds.ts'
import './deeds.css'

const ROW_PX = 45
const deedsKey = ['administration', 'deeds']

/**
 * What administrators did, and to whom; it is asked for when the screen is opened, when one leafs through it, and when
 * something was done here.
 */
export function DeedList() {
  const [page, setPage] = useState(1)
  const deeds = useQuery({
    queryKey: [...deedsKey, page],
    queryFn: ({ signal }) => callApi(getDeeds, { curPageNo: page }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  useOwnDeeds()
  return (
    <div className="deeds" aria-busy={deeds.isPlaceholderData}>
      <LoadFailure query={deeds} title={t('deeds.loadFailed')} />
      {deeds.isPending && <SkeletonRows rows={3} height={ROW_PX} />}
      {deeds.data?.total === 0 && <EmptyState>{t('deeds.empty')}</EmptyState>}
      {deeds.data && deeds.data.total > 0 && (
        <>
          <Card padded={false}>
            <ol aria-label={t('deeds.title')}>
              {deeds.data.itemList.map(deed => (
                <li className="deed" key={`${deed.at} ${deed.kind} ${deed.thingNo} ${deed.about}`}>
                  <span className="deed__words">{wordsOf(deed)}</span>
                  <span className="deed__by">
                    {deed.by || t('accounts.withdrawn')} · <RelativeTime at={deed.at} />
                  </span>
                </li>
              ))}
            </ol>
          </Card>
          <PageIndex label={t('deeds.pages')} index={deeds.data.pageIndex} onGo={setPage} />
        </>
      )}
      <p className="deeds__kept">{t('deeds.kept')}</p>
    </div>
  )
}

/** Whatever is done on the screen may stand in the log. */
function useOwnDeeds(): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      cache.getMutationCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'success') refetchQueries(cache, deedsKey)
      }),
    [cache],
  )
}

function wordsOf({ kind, about, thingNo }: DeedView): string {
  return t(`deeds.${kind}`, { name: about || t('accounts.withdrawn'), no: String(thingNo ?? 0) })
}
