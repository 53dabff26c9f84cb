import { useAtomValue, useSetAtom } from 'jotai'
import type { Ref } from 'react'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { ShortNames } from '#client/ui/ShortNames.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { isAlone, membersWithMe } from './hubs.members.ts'
import { hubListAtom } from './hubs.state.ts'
import { LatestLine, latestText } from './LatestLine.tsx'
import { RoomFaces } from './RoomFaces.tsx'
import { keptText, RoomMarks } from './RoomMarks.tsx'
import { RowTime } from './RowTime.tsx'

interface HubLinkProps {
  hub: HubView
  isGone: boolean
  unread: number
  namesId: string
  /** Somebody in it is blocked by the user. */
  hasBlocked: boolean
  ref: Ref<HTMLAnchorElement>
}

/** A hub's faces, what it is called, what happened last and its unread number; leads into its discussion. */
export function HubLink({ hub, isGone, unread, namesId, hasBlocked, ref }: HubLinkProps) {
  const { userNo } = useAtomValue(authAtom)
  const setHubList = useSetAtom(hubListAtom)
  const latest = isGone ? null : (hub.latest ?? null)
  const at = latest?.at ?? hub.activeAt
  const kept = isGone ? '' : keptText(hub)

  return (
    <Link
      ref={ref}
      className={`room-row hub-link ${unread > 0 ? 'room-row--unread' : ''}`}
      to={paths.discussion(hub.hubNo)}
      aria-description={[kept, latest && latestText(latest, userNo)].filter(Boolean).join('. ') || undefined}
      onClick={() => setHubList(list => ({ ...list, selectedHub: hub.hubNo }))}
    >
      <RoomFaces hub={hub} />
      <span className="room-row__words">
        <span className="room-row__title">
          <HubNames hub={hub} isGone={isGone} id={namesId} />
          {!isGone && <RoomMarks {...hub} />}
        </span>
        {hasBlocked && <span className="hub-link__blocked">{t('blocking.inRoom')}</span>}
        {latest && <LatestLine hubNo={hub.hubNo} latest={latest} myNo={userNo} />}
      </span>
      <span className="room-row__side">
        {at && !isGone && <RowTime at={at} />}
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

/** With how many are in it, since it does not say who. */
function RoomName({ hub, name }: { hub: HubView; name: string }) {
  const { userNo } = useAtomValue(authAtom)
  const count = membersWithMe(hub, userNo).length
  return (
    <span className="room-name" title={hub.names.join(', ')}>
      <span className="room-name__words" dir="auto">
        {name}
      </span>{' '}
      <span className="room-name__count">{count}</span>
    </span>
  )
}
