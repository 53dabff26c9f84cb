import { useState } from 'react'
import { FeedDialog } from '#client/features/feeds/lazyFeedDialog.ts'
import { type RoomInfo, roomName } from '#client/features/hubs/hubs.members.ts'
import { LeaveRoomConfirm } from '#client/features/hubs/LeaveRoom.tsx'
import { RenameRoom } from '#client/features/hubs/RenameRoom.tsx'
import { InviteDialog } from '#client/features/invitations/lazyInviteDialog.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, type ButtonKind, ButtonLink } from '#client/ui/Button.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { ParticipantsView } from '#protocol/hubs.ts'
import { type MembersQuery, RoomMembers } from './RoomMembers.tsx'
import { type RoomPanel, useRoomActions } from './useRoomActions.ts'
import './room.css'

interface RoomHeaderProps {
  hubNo: number
  /** The room as the room list knows it until `members` is loaded; undefined if it is not in the list. */
  room: RoomInfo | undefined
  /** The query of the members. */
  query: MembersQuery
  /** The members who view the room now. */
  present: ReadonlySet<number>
  myNo: number
  /** Absent while nothing is unread. */
  onMarkAllRead: (() => void) | undefined
  /** Absent on phones, whose button floats above the cards. */
  onShare: (() => void) | undefined
  /** Without notes the main button is among them. */
  isEmpty: boolean
}

/** The bar of a room: back, its name and members, and a menu. On phones it replaces the header of the app. */
export function RoomHeader({
  hubNo,
  room,
  query,
  present,
  myNo,
  onMarkAllRead,
  onShare,
  isEmpty,
}: RoomHeaderProps) {
  const [panel, setPanel] = useState<RoomPanel | null>(null)
  const members = query.data
  const title = room === undefined ? t('discussion.title') : roomName(room, myNo)
  const actions = useRoomActions({ hubNo, isLoaded: members !== undefined, onMarkAllRead, onOpen: setPanel })
  const closePanel = () => setPanel(null)

  return (
    <div className="room-header">
      <div className="room-header__line">
        <ButtonLink
          kind="quiet"
          className="room-header__back"
          to={paths.friends}
          aria-label={t('discussion.friendList')}
          title={t('discussion.friendList')}
        >
          <Icon name="back" />
        </ButtonLink>
        <div className="room-header__name">
          <ScreenTitle title={title} />
          <RoomFacts members={members} present={present} />
        </div>
        <RoomMembers
          hubNo={hubNo}
          query={query}
          present={present}
          myNo={myNo}
          onInvite={() => setPanel('invite')}
        />
        {onShare && (
          <ShareButton
            className="room-header__share"
            kind={isEmpty ? 'plain' : 'primary'}
            onShare={onShare}
          />
        )}
        <ActionMenu label={t('hubs.more', { name: title })} actions={actions} />
      </div>
      {panel === 'rename' && <RenameRoom hubNo={hubNo} name={members?.name ?? ''} onDone={closePanel} />}
      {panel === 'leave' && <LeaveRoomConfirm hubNo={hubNo} onClose={closePanel} />}
      {panel === 'feed' && <FeedDialog hubNo={hubNo} name={title} onClose={closePanel} />}
      {panel === 'invite' && <InviteDialog hubNo={hubNo} onClose={closePanel} />}
    </div>
  )
}

interface ShareButtonProps {
  className: string
  kind?: ButtonKind
  onShare: () => void
}

/** Opens the dialog that shares a note with the room. */
export function ShareButton({ className, kind = 'primary', onShare }: ShareButtonProps) {
  return (
    <Button kind={kind} className={className} aria-haspopup="dialog" onClick={onShare}>
      <ToolIcon name="plus" />
      {t('shares.fromRoom')}
    </Button>
  )
}

interface RoomFactsProps {
  members: ParticipantsView | undefined
  present: ReadonlySet<number>
}

/** '22명 · 지금 3명'. The button beside it has the same for screen readers. */
function RoomFacts({ members, present }: RoomFactsProps) {
  const here = members?.participants.filter(({ userNo }) => present.has(userNo)).length ?? 0
  return (
    <p className="room-header__facts" aria-hidden="true">
      {members && t('discussion.memberCount', { count: members.participants.length })}
      {here > 1 && <span className="room-header__here">{t('discussion.hereNow', { count: here })}</span>}
    </p>
  )
}
