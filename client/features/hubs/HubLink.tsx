import { useAtomValue, useSetAtom } from 'jotai'
import type { Ref } from 'react'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { ShortNames } from '#client/ui/ShortNames.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { isAlone, peopleOf } from './hubs.members.ts'
import { hubListAtom } from './hubs.state.ts'

interface HubLinkProps {
  hub: HubView
  isGone: boolean
  unread: number
  namesId: string
  /** Somebody in it is blocked by the user. */
  hasBlocked: boolean
  ref: Ref<HTMLAnchorElement>
}

/** Faces, names and unread number of a hub; leads into its discussion. */
export function HubLink({ hub, isGone, unread, namesId, hasBlocked, ref }: HubLinkProps) {
  const { userNo } = useAtomValue(authAtom)
  const setHubList = useSetAtom(hubListAtom)
  const noNames = isGone ? t('hubs.gone') : isAlone(hub, userNo) && t('hubs.onlyMe')

  return (
    <Link
      ref={ref}
      className="hub-link"
      to={paths.discussion(hub.hubNo)}
      onClick={() => setHubList(list => ({ ...list, selectedHub: hub.hubNo }))}
    >
      <span className="hub-link__faces">
        <AvatarGroup people={peopleOf(hub)} />
      </span>
      <span className={`hub-link__names ${noNames ? 'hub-link__names--none' : ''}`} id={namesId}>
        {noNames || <ShortNames names={hub.names} />}
        {hasBlocked && <span className="hub-link__blocked">{t('blocking.inRoom')}</span>}
      </span>
      <UnreadBadge count={unread} />
    </Link>
  )
}
