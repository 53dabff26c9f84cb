import { useAtomValue } from 'jotai'
import { useSeeing } from '#client/features/inbox/inbox.queries.ts'
import { NewsItem } from '#client/features/inbox/NewsItem.tsx'
import { newNewsAtom } from '#client/live/news.count.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { clockOrDay } from '#client/platform/language/time.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { HomeSection } from './HomeSection.tsx'
import { useLatestNews } from './home.queries.ts'
import '#client/features/inbox/inbox.css'
import './homeNews.css'

const NEWS_SHOWN = 4
const ROW_PX = 72

/** What concerns me, the last first. */
export function HomeNews() {
  const news = useLatestNews()
  const seeing = useSeeing()
  const shown = news.data?.news.slice(0, NEWS_SHOWN)
  return (
    <HomeSection
      id="home-news"
      title={t('inbox.title')}
      count={useAtomValue(newNewsAtom)}
      more={shown?.length ? { to: paths.inbox, label: t('home.allNews') } : undefined}
    >
      <LoadFailure query={news} title={t('inbox.loadFailed')} />
      {news.isPending && <SkeletonRows rows={NEWS_SHOWN} height={ROW_PX} />}
      {shown?.length === 0 && <EmptyState>{t('inbox.empty')}</EmptyState>}
      {shown && shown.length > 0 && (
        <ul className="home-news" data-live-rows>
          {shown.map(one => (
            <NewsItem
              key={one.thing}
              news={one}
              older={clockOrDay}
              onChoose={() => seeing.one.mutate(one.thing)}
            />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
