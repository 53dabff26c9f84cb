import { useAtomValue } from 'jotai'
import { useMarkSeen } from '#client/features/inbox/inbox.queries.ts'
import { NotificationItem } from '#client/features/inbox/NotificationItem.tsx'
import { newNotificationsAtom } from '#client/live/notifications.count.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { formatClockOrDay } from '#client/platform/language/time.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { HomeSection } from './HomeSection.tsx'
import { useLatestNotifications } from './home.queries.ts'
import '#client/features/inbox/inbox.css'
import './memberHome.css'

const NOTIFICATIONS_SHOWN = 4
const ROW_PX = 72

export function HomeNotifications() {
  const notifications = useLatestNotifications()
  const markSeen = useMarkSeen()
  const visibleNotifications = notifications.data?.news.slice(0, NOTIFICATIONS_SHOWN)
  return (
    <HomeSection
      id="home-notification"
      title={t('inbox.title')}
      count={useAtomValue(newNotificationsAtom)}
      fullListLink={
        visibleNotifications?.length ? { to: paths.inbox, label: t('home.allNotifications') } : undefined
      }
    >
      <LoadFailure query={notifications} title={t('inbox.loadFailed')} />
      {notifications.isPending && <SkeletonRows rows={NOTIFICATIONS_SHOWN} height={ROW_PX} />}
      {visibleNotifications?.length === 0 && <EmptyState>{t('inbox.empty')}</EmptyState>}
      {visibleNotifications && visibleNotifications.length > 0 && (
        <ul className="home-notification" data-live-rows>
          {visibleNotifications.map(notification => (
            <NotificationItem
              key={notification.thing}
              notification={notification}
              older={formatClockOrDay}
              onChoose={() => markSeen.one.mutate(notification.thing)}
            />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
