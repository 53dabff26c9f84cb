import { useAtomValue } from 'jotai'
import { newNewsAtom } from '#client/live/news.count.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { useInbox, useSeeing } from './inbox.queries.ts'
import { NewsList } from './NewsList.tsx'
import './inbox.css'

const ROW_PX = 84

/** What the member is told of, as it was when it was opened; what comes meanwhile waits. */
export function InboxPanel({ onClose }: { onClose: () => void }) {
  const count = useAtomValue(newNewsAtom)
  const { list, news, waiting, showWaiting } = useInbox()
  const seeing = useSeeing()
  const newestAt = news?.[0]?.at

  function choose(thing: string) {
    seeing.one.mutate(thing)
    onClose()
  }

  return (
    <>
      <div className="inbox__head">
        <h2 className="inbox__title">{t('inbox.title')}</h2>
        {count > 0 && newestAt && (
          <Button kind="quiet" busy={seeing.all.isPending} onClick={() => seeing.all.mutate(newestAt)}>
            {t('inbox.seeAll')}
          </Button>
        )}
        <Button kind="quiet" className="inbox__close" aria-label={t('inbox.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="inbox__waiting" role="status">
        {waiting > 0 && (
          <Button kind="primary" onClick={() => void showWaiting()}>
            {t('inbox.waiting', { count: waiting })}
          </Button>
        )}
      </div>
      <div className="inbox__list">
        <LoadFailure query={list} title={t('inbox.loadFailed')} />
        {list.isPending && <SkeletonRows rows={5} height={ROW_PX} />}
        {news?.length === 0 && !list.hasNextPage && <EmptyState>{t('inbox.empty')}</EmptyState>}
        {news && news.length > 0 && <NewsList news={news} onChoose={choose} />}
        {list.hasNextPage && (
          <div className="inbox__more">
            <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('inbox.older')}
            </Button>
          </div>
        )}
        {news && news.length > 0 && <p className="inbox__kept">{t('inbox.kept')}</p>}
      </div>
    </>
  )
}
