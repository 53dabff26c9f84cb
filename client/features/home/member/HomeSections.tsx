import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useHubPage } from '#client/features/hubs/hubs.live.ts'
import { allHubs } from '#client/features/hubs/hubs.queries.ts'
import { RoomLink } from '#client/features/hubs/RoomLink.tsx'
import { useStableRows } from '#client/features/hubs/useStableRows.ts'
import { useMarkSeen } from '#client/features/inbox/inbox.queries.ts'
import { NotificationItem } from '#client/features/inbox/NotificationItem.tsx'
import { newNotificationsAtom } from '#client/live/counts.ts'
import { unreadNumbersAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { formatClockOrDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { useLatestNotifications } from './home.queries.ts'
import './homeSections.css'
import '#client/features/inbox/inbox.css'

interface HomeSectionProps {
  id: string
  title: string
  /** The number of new items, shown after the title. */
  count?: number
  /** The link to the full list. */
  fullListLink?: { to: string; label: string } | undefined
  children: ReactNode
}

export function HomeSection({ id, title, count = 0, fullListLink, children }: HomeSectionProps) {
  return (
    <section className="home-section" aria-labelledby={id}>
      <div className="home-section__header">
        <h2 id={id}>
          {title} {count > 0 && <span className="home-section__count">{count}</span>}
        </h2>
        {fullListLink && (
          <Link className="home-section__more" to={fullListLink.to}>
            {fullListLink.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

const ROOMS_SHOWN = 4
const ROOM_ROW_PX = 78

interface ListSectionProps {
  /** Leaves out an empty list, because the first steps say what to do. */
  isNewMember: boolean
}

/** The most recently active rooms, unread ones first. */
export function HomeRooms({ isNewMember }: ListSectionProps) {
  const rooms = useHubPage(allHubs)
  const hubs = rooms.data?.hubs
  if (isNewMember && hubs?.length === 0) return null
  return (
    <HomeSection
      id="home-rooms"
      title={t('home.rooms')}
      fullListLink={hubs?.length ? { to: paths.friends, label: t('home.allRooms') } : undefined}
    >
      <LoadFailure query={rooms} />
      {rooms.isPending && <SkeletonRows rows={ROOMS_SHOWN} height={ROOM_ROW_PX} />}
      {hubs && hubs.length > 0 && <RoomRows hubs={hubs} />}
      {hubs?.length === 0 && (
        <EmptyState action={<ButtonLink to={paths.friends}>{t('home.firstFriends')}</ButtonLink>}>
          {t('home.noRooms')}
        </EmptyState>
      )}
    </HomeSection>
  )
}

/** The order stays while the pointer or the focus is inside the list. */
function RoomRows({ hubs }: { hubs: HubView[] }) {
  const unread = useAtomValue(unreadNumbersAtom)
  const isUnread = ({ hubNo }: HubView) => (unread.get(hubNo)?.numUnreadArticles ?? 0) > 0
  const sortedHubs = [...hubs.filter(isUnread), ...hubs.filter(hub => !isUnread(hub))].slice(0, ROOMS_SHOWN)
  const stableRows = useStableRows<HTMLDivElement>(sortedHubs)
  return (
    <Card padded={false} className="home-rooms">
      {/* biome-ignore lint/a11y/useSemanticElements: these are rows, not form fields */}
      <div role="group" aria-labelledby="home-rooms" {...stableRows.listProps}>
        {stableRows.rows.map(({ hub, isGone }) => (
          <RoomLink key={hub.hubNo} hub={hub} isGone={isGone} />
        ))}
      </div>
    </Card>
  )
}

const NOTIFICATIONS_SHOWN = 4
const NOTIFICATION_ROW_PX = 72

export function HomeNotifications({ isNewMember }: ListSectionProps) {
  const notifications = useLatestNotifications()
  const markSeen = useMarkSeen()
  const visibleNotifications = notifications.data?.news.slice(0, NOTIFICATIONS_SHOWN)
  const newCount = useAtomValue(newNotificationsAtom)
  if (isNewMember && visibleNotifications?.length === 0) return null
  return (
    <HomeSection
      id="home-notification"
      title={t('inbox.title')}
      count={newCount}
      fullListLink={
        visibleNotifications?.length ? { to: paths.inbox, label: t('home.allNotifications') } : undefined
      }
    >
      <LoadFailure query={notifications} title={t('inbox.loadFailed')} />
      {notifications.isPending && <SkeletonRows rows={NOTIFICATIONS_SHOWN} height={NOTIFICATION_ROW_PX} />}
      {visibleNotifications?.length === 0 && <EmptyState>{t('inbox.empty')}</EmptyState>}
      {visibleNotifications && visibleNotifications.length > 0 && (
        <Card padded={false}>
          <ul className="home-notifications" data-live-rows>
            {visibleNotifications.map(notification => (
              <NotificationItem
                key={notification.thing}
                notification={notification}
                isBrief
                older={formatClockOrDay}
                onChoose={() => markSeen.one.mutate(notification.thing)}
              />
            ))}
          </ul>
        </Card>
      )}
    </HomeSection>
  )
}
