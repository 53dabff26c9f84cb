import { useAtomValue, useSetAtom } from 'jotai'
import { type MouseEvent, type Ref, useMemo } from 'react'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatClockOrDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { dateTooltip } from '#client/ui/dateTooltip.ts'
import { useDayChange } from '#client/ui/RelativeTime.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { nameOfHub, shortNameOf } from './hubs.members.ts'
import { hubListAtom } from './hubs.state.ts'
import {
  LatestActivity,
  latestActivityText,
  PreferenceIcons,
  preferencesText,
  RoomAvatars,
} from './RoomRowParts.tsx'

interface RoomLinkProps {
  hub: HubView
  /** The user has left the room; the row is a placeholder. */
  isGone: boolean
  /** The room is beside the list. */
  isOpen?: boolean
  /** A room is beside the list, so the screen stays mounted when another one opens. */
  isBesideRoom?: boolean
  /** The user has blocked a member. */
  hasBlocked?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** Link to the discussion of a room: avatars, name, latest activity, time and unread count. */
export function RoomLink({
  hub,
  isGone,
  isOpen = false,
  isBesideRoom = false,
  hasBlocked = false,
  ref,
}: RoomLinkProps) {
  const { userNo } = useAtomValue(authAtom)
  const setHubList = useSetAtom(hubListAtom)
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hub.hubNo), [hub.hubNo]))
  const latest = isGone ? null : (hub.latest ?? null)
  const at = latest?.at ?? hub.activeAt
  const preferences = isGone ? '' : preferencesText(hub)
  const name = isGone ? { words: t('hubs.gone'), count: '' } : shortNameOf(hub, userNo)

  function prepareNavigation(event: MouseEvent): void {
    setHubList(list => ({ ...list, selectedHub: hub.hubNo }))
    if (!isBesideRoom || !isPlainClick(event)) return
    // Nothing else scrolls to the top and announces the heading.
    requestHeadingFocus()
    window.scrollTo(0, 0)
  }

  return (
    <Link
      ref={ref}
      className={`room-row ${unread > 0 ? 'room-row--unread' : ''}`}
      data-row
      to={paths.discussion(hub.hubNo)}
      inert={isGone}
      aria-current={isOpen ? 'page' : undefined}
      aria-description={
        [preferences, latest && latestActivityText(latest, userNo)].filter(Boolean).join('. ') || undefined
      }
      onClick={prepareNavigation}
    >
      <RoomAvatars hub={hub} />
      <span className="room-row__title">
        <span className="room-row__names" title={isGone ? undefined : nameOfHub(hub, userNo)} dir="auto">
          {name.words}
        </span>{' '}
        {name.count && <span className="room-row__count">{name.count}</span>}
        {!isGone && <PreferenceIcons {...hub} />}
      </span>{' '}
      {at && !isGone && <ActivityTime at={at} />}{' '}
      <span className="room-row__latest">
        {hasBlocked ? (
          t('blocking.inRoom')
        ) : latest ? (
          <LatestActivity hubNo={hub.hubNo} latest={latest} myNo={userNo} />
        ) : (
          !isGone && t('hubs.noActivity')
        )}
      </span>{' '}
      <UnreadBadge count={unread} isQuiet={hub.isMuted ?? false} />
    </Link>
  )
}

function ActivityTime({ at }: { at: string }) {
  const { language } = useLanguage()
  useDayChange()
  const date = new Date(at)
  return (
    <time className="room-row__time" dateTime={at} {...dateTooltip(date, language)}>
      {formatClockOrDay(date, language, Date.now())}
    </time>
  )
}
