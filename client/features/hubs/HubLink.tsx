import { useAtomValue, useSetAtom } from 'jotai'
import type { Ref } from 'react'
import { paths } from '#client/paths.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatClockOrDay, formatDateTime } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { ShortNames } from '#client/ui/names.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { isAlone, membersWithMe } from './hubs.members.ts'
import { hubListAtom } from './hubs.state.ts'
import {
  LatestActivity,
  latestActivityText,
  PreferenceIcons,
  preferencesText,
  RoomAvatars,
} from './RoomRowParts.tsx'

interface HubLinkProps {
  hub: HubView
  isGone: boolean
  unread: number
  namesId: string
  /** The user has blocked a member. */
  hasBlocked: boolean
  ref: Ref<HTMLAnchorElement>
}

/** Link to the discussion of a hub: avatars, name, latest activity and unread count. */
export function HubLink({ hub, isGone, unread, namesId, hasBlocked, ref }: HubLinkProps) {
  const { userNo } = useAtomValue(authAtom)
  const setHubList = useSetAtom(hubListAtom)
  const latest = isGone ? null : (hub.latest ?? null)
  const at = latest?.at ?? hub.activeAt
  const preferences = isGone ? '' : preferencesText(hub)

  return (
    <Link
      ref={ref}
      className={`room-row hub-link ${unread > 0 ? 'room-row--unread' : ''}`}
      to={paths.discussion(hub.hubNo)}
      aria-description={
        [preferences, latest && latestActivityText(latest, userNo)].filter(Boolean).join('. ') || undefined
      }
      onClick={() => setHubList(list => ({ ...list, selectedHub: hub.hubNo }))}
    >
      <RoomAvatars hub={hub} />
      <span className="room-row__text">
        <span className="room-row__title">
          <HubNames hub={hub} isGone={isGone} id={namesId} />
          {!isGone && <PreferenceIcons {...hub} />}
        </span>
        {hasBlocked && <span className="hub-link__blocked">{t('blocking.inRoom')}</span>}
        {latest && <LatestActivity hubNo={hub.hubNo} latest={latest} myNo={userNo} />}
      </span>
      <span className="room-row__side">
        {at && !isGone && <ActivityTime at={at} />}
        <UnreadBadge count={unread} isQuiet={hub.isMuted ?? false} />
      </span>
    </Link>
  )
}

function HubNames({ hub, isGone, id }: { hub: HubView; isGone: boolean; id: string }) {
  const { userNo } = useAtomValue(authAtom)
  const noNames = isGone ? t('hubs.gone') : !hub.name && isAlone(hub, userNo) && t('hubs.onlyMe')
  return (
    <span className={`room-row__names ${noNames ? 'room-row__names--none' : ''}`} id={id}>
      {noNames || (hub.name ? <RoomName hub={hub} name={hub.name} /> : <ShortNames names={hub.names} />)}
    </span>
  )
}

/** With the number of members, because a custom name does not list them. */
function RoomName({ hub, name }: { hub: HubView; name: string }) {
  const { userNo } = useAtomValue(authAtom)
  const count = membersWithMe(hub, userNo).length
  return (
    <span className="room-name" title={hub.names.join(', ')}>
      <span className="room-name__text" dir="auto">
        {name}
      </span>{' '}
      <span className="room-name__count">{count}</span>
    </span>
  )
}

function ActivityTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatDateTime(date, language)}>
      {formatClockOrDay(date, language, Date.now())}
    </time>
  )
}
