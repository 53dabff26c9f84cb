import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { newNotificationsAtom } from '#client/live/notifications.count.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { InboxSettings } from './InboxSettings.tsx'
import { useInbox, useSeeing } from './inbox.queries.ts'
import { NotificationFilters } from './NotificationFilters.tsx'
import { NotificationList } from './NotificationList.tsx'
import type { Shown } from './shownInAddress.ts'
import './inbox.css'

const ROW_PX = 84

const EMPTY = { all: 'inbox.empty', new: 'inbox.noneNew', toMe: 'inbox.noneToMe' } as const

interface InboxViewProps {
  title: ReactNode
  shown: Shown
  dayHeading: 'h2' | 'h3'
  /** Ends the view. */
  closing?: ReactNode
  /** An entry was followed. */
  onLeave?: () => void
}

/** What the member is told of, as it was when it was opened; what comes meanwhile waits. */
export function InboxView({ title, shown, dayHeading, closing, onLeave }: InboxViewProps) {
  const count = useAtomValue(newNotificationsAtom)
  const { only, isSetting } = shown
  const { list, news: notifications, waiting, showWaiting } = useInbox(only)
  const seeing = useSeeing()
  const newestAt = notifications?.[0]?.at

  function follow(thing: string) {
    seeing.one.mutate(thing)
    onLeave?.()
  }

  return (
    <>
      <div className="inbox__head">
        {title}
        {count > 0 && newestAt && only === undefined && !isSetting && (
          <Button kind="quiet" busy={seeing.all.isPending} onClick={() => seeing.all.mutate(newestAt)}>
            {t('inbox.seeAll')}
          </Button>
        )}
        <Button
          kind="quiet"
          className="inbox__tool"
          aria-label={t('inbox.settings')}
          aria-pressed={isSetting}
          onClick={() => shown.setSetting(!isSetting)}
        >
          <ToolIcon name="settings" />
        </Button>
        {closing}
      </div>
      {isSetting ? (
        <InboxSettings heading={dayHeading} />
      ) : (
        <>
          <NotificationFilters only={only} newCount={count} onChoose={shown.choose} />
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
            {notifications?.length === 0 && !list.hasNextPage && (
              <EmptyState>{t(EMPTY[only ?? 'all'])}</EmptyState>
            )}
            {notifications && notifications.length > 0 && (
              <NotificationList notifications={notifications} dayHeading={dayHeading} onChoose={follow} />
            )}
            {list.hasNextPage && (
              <div className="inbox__more">
                <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t('inbox.older')}
                </Button>
              </div>
            )}
            {notifications && notifications.length > 0 && <p className="inbox__kept">{t('inbox.kept')}</p>}
          </div>
        </>
      )}
    </>
  )
}
