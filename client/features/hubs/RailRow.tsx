import { useAtomValue } from 'jotai'
import { type MouseEvent, useMemo } from 'react'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { clockOrDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import { shownCount } from '#client/ui/shownCount.ts'
import type { HubView } from '#protocol/hubs.ts'
import { nameOfHub, shortNameOf } from './hubs.members.ts'
import { LatestLine, latestText } from './LatestLine.tsx'
import { RoomFaces } from './RoomFaces.tsx'
import { keptText, RoomMarks } from './RoomMarks.tsx'

/** The screen stays while the room changes: it begins at its top, and its heading is read. */
function arrive(event: MouseEvent): void {
  if (!isPlainPress(event)) return
  expectArrival()
  window.scrollTo(0, 0)
}

interface RailRowProps {
  hub: HubView
  /** One is in it no longer; it only keeps its place. */
  isGone: boolean
  isOpen: boolean
}

/** A room beside the one that is open. What it says stands for itself elsewhere, so all of it is the link's name and drawn. */
export function RailRow({ hub, isGone, isOpen }: RailRowProps) {
  const { userNo } = useAtomValue(authAtom)
  const { language } = useLanguage()
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hub.hubNo), [hub.hubNo]))
  const name = isGone ? t('hubs.gone') : nameOfHub(hub, userNo)
  const latest = isGone ? null : (hub.latest ?? null)
  const at = latest?.at ?? hub.activeAt
  const kept = isGone ? '' : keptText(hub)
  const count = shownCount(unread)

  return (
    <Link
      className={`room-row rail-row ${unread > 0 ? 'room-row--unread' : ''}`}
      data-row
      to={paths.discussion(hub.hubNo)}
      inert={isGone}
      aria-current={isOpen ? 'page' : undefined}
      onClick={arrive}
      aria-description={[kept, latest && latestText(latest, userNo)].filter(Boolean).join('. ') || undefined}
    >
      <span className="visually-hidden">
        {unread > 0 ? `${name}, ${t('common.unread', { count })}` : name}
      </span>
      <RoomFaces hub={hub} />
      <span className="room-row__words" aria-hidden="true">
        <span className="room-row__title">
          <RailName {...(isGone ? { words: name } : shortNameOf(hub, userNo))} />
          {!isGone && <RoomMarks {...hub} />}
        </span>
        {latest && <LatestLine hubNo={hub.hubNo} latest={latest} myNo={userNo} />}
      </span>
      <span className="room-row__side" aria-hidden="true">
        {at && !isGone && <DecorativeText words={clockOrDay(new Date(at), language, Date.now())} />}
        {unread > 0 && (
          <span className={`badge ${hub.isMuted ? 'badge--quiet' : ''}`}>
            <DecorativeText words={count} />
          </span>
        )}
      </span>
    </Link>
  )
}

function RailName({ words, count }: { words: string; count?: string }) {
  return (
    <span className="room-row__names room-name">
      <span className="room-name__words">
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
