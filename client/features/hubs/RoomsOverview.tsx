import { useAtomValue } from 'jotai'
import { HomeNotifications } from '#client/features/home/member/HomeSections.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { formatClockOrDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { Drawing } from '#client/ui/Drawing.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { useHubPage } from './hubs.live.ts'
import { nameOfHub } from './hubs.members.ts'
import { LatestActivity, latestActivityText, RoomAvatars } from './RoomRowParts.tsx'
import { ROOMS_SHOWN, RoomsOverviewPending } from './RoomsOverviewPending.tsx'
import { useStableRows } from './useStableRows.ts'
import './roomsOverview.css'

/** Beside the room list while no room is open: the unread rooms and the latest notifications. */
export function RoomsOverview({ hasRooms }: { hasRooms: boolean }) {
  return hasRooms ? (
    <UnreadAndNotifications />
  ) : (
    <div className="rooms-overview">
      <FirstRoom />
    </div>
  )
}

function FirstRoom() {
  return (
    <div className="rooms-overview__first">
      <Drawing name="rooms" />
      <p className="rooms-overview__title">{t('hubs.firstRoom')}</p>
      <p className="rooms-overview__hint">{t('hubs.firstRoomHint')}</p>
    </div>
  )
}

function UnreadAndNotifications() {
  const unreadRooms = useHubPage({ page: 1, order: 'talk', onlyUnread: true })
  if (unreadRooms.isPending) return <RoomsOverviewPending />
  return (
    <div className="rooms-overview">
      <LoadFailure query={unreadRooms} title={t('hubs.loadFailed')} />
      {unreadRooms.data && <UnreadRooms hubs={unreadRooms.data.hubs.slice(0, ROOMS_SHOWN)} />}
      <HomeNotifications isNewMember={false} />
    </div>
  )
}

/** The cards keep their order while the pointer or the focus is among them. */
function UnreadRooms({ hubs }: { hubs: HubView[] }) {
  const { rows, listProps } = useStableRows(hubs)
  return (
    <section className="rooms-overview__unread" aria-labelledby="unread-rooms">
      <h2 id="unread-rooms">{t(rows.length > 0 ? 'hubs.unreadRooms' : 'hubs.caughtUp')}</h2>
      {rows.length === 0 && <p className="rooms-overview__hint">{t('hubs.caughtUpHint')}</p>}
      <ul className="rooms-overview__cards" {...listProps}>
        {rows.map(({ hub, isGone }) => (
          <UnreadRoom key={hub.hubNo} hub={hub} isGone={isGone} />
        ))}
      </ul>
    </section>
  )
}

/** A card with more of the latest activity than a row of the list. */
function UnreadRoom({ hub, isGone }: { hub: HubView; isGone: boolean }) {
  const { userNo } = useAtomValue(authAtom)
  const { latest } = hub
  return (
    <li inert={isGone}>
      <Link
        className="unread-room"
        to={paths.discussion(hub.hubNo)}
        aria-description={latest ? latestActivityText(latest, userNo) : undefined}
      >
        <RoomAvatars hub={hub} />
        <span className="unread-room__name" dir="auto">
          {nameOfHub(hub, userNo)}
        </span>
        <UnreadBadge count={hub.numUnreadArticles} isQuiet={hub.isMuted ?? false} />
        {latest && (
          <span className="unread-room__latest">
            <LatestActivity hubNo={hub.hubNo} latest={latest} myNo={userNo} />
          </span>
        )}
        {latest && (
          <span className="unread-room__time">
            <RelativeTime at={latest.at} older={formatClockOrDay} />
          </span>
        )}
      </Link>
    </li>
  )
}
