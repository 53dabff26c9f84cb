import { useAtomValue } from 'jotai'
import { type MouseEvent, useMemo } from 'react'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatClockOrDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { formatBadgeCount } from '#client/ui/Badge.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { nameOfHub, shortNameOf } from './hubs.members.ts'
import {
  LatestActivity,
  latestActivityText,
  PreferenceIcons,
  preferencesText,
  RoomAvatars,
} from './RoomRowParts.tsx'

/** The screen stays mounted when the room changes, so scroll to the top and announce the heading. */
function prepareNavigation(event: MouseEvent): void {
  if (!isPlainClick(event)) return
  requestHeadingFocus()
  window.scrollTo(0, 0)
}

interface RoomSidebarRowProps {
  hub: HubView
  /** The user has left the room; the row is a placeholder. */
  isGone: boolean
  isOpen: boolean
}

/**
 * A room of the sidebar. The hidden text is the accessible name of the link; the visible parts are
 * decorative, because the room repeats them.
 */
export function RoomSidebarRow({ hub, isGone, isOpen }: RoomSidebarRowProps) {
  const { userNo } = useAtomValue(authAtom)
  const { language } = useLanguage()
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hub.hubNo), [hub.hubNo]))
  const name = isGone ? t('hubs.gone') : nameOfHub(hub, userNo)
  const latest = isGone ? null : (hub.latest ?? null)
  const at = latest?.at ?? hub.activeAt
  const preferences = isGone ? '' : preferencesText(hub)
  const count = formatBadgeCount(unread)

  return (
    <Link
      className={`room-row room-sidebar-row ${unread > 0 ? 'room-row--unread' : ''}`}
      data-row
      to={paths.discussion(hub.hubNo)}
      inert={isGone}
      aria-current={isOpen ? 'page' : undefined}
      onClick={prepareNavigation}
      aria-description={
        [preferences, latest && latestActivityText(latest, userNo)].filter(Boolean).join('. ') || undefined
      }
    >
      <span className="visually-hidden">
        {unread > 0 ? `${name}, ${t('common.unread', { count })}` : name}
      </span>
      <RoomAvatars hub={hub} />
      <span className="room-row__text" aria-hidden="true">
        <span className="room-row__title">
          <SidebarRoomName {...(isGone ? { words: name } : shortNameOf(hub, userNo))} />
          {!isGone && <PreferenceIcons {...hub} />}
        </span>
        {latest && <LatestActivity hubNo={hub.hubNo} latest={latest} myNo={userNo} />}
      </span>
      <span className="room-row__side" aria-hidden="true">
        {at && !isGone && <DecorativeText words={formatClockOrDay(new Date(at), language, Date.now())} />}
        {unread > 0 && (
          <span className={`badge ${hub.isMuted ? 'badge--quiet' : ''}`}>
            <DecorativeText words={count} />
          </span>
        )}
      </span>
    </Link>
  )
}

function SidebarRoomName({ words, count }: { words: string; count?: string }) {
  return (
    <span className="room-row__names room-name">
      <span className="room-name__text">
        <DecorativeText words={words} />
      </span>
      {count && (
        <span className="room-name__count">
          <DecorativeText words={count} />
        </span>
      )}
    </span>
  )
}
