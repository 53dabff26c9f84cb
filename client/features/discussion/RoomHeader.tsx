import { type ReactNode, useState } from 'react'
import { type RoomInfo, roomName } from '#client/features/hubs/hubs.members.ts'
import { useRenameHub } from '#client/features/hubs/hubs.queries.ts'
import { InviteOpener } from '#client/features/invitations/InviteOpener.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { NameForm } from '#client/ui/NameForm.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { ParticipantsView } from '#protocol/hubs.ts'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import './room.css'

interface RoomHeaderProps {
  hubNo: number
  /** The room as the room list knows it until `members` is loaded; undefined if it is not in the list. */
  room: RoomInfo | undefined
  /** Undefined until it is loaded. */
  members: ParticipantsView | undefined
  myNo: number
  /** The other members who look at the room now. */
  presentMembers?: ReactNode
  onShare: () => void
}

/** Sticky: stays visible while the reader scrolls. */
export function RoomHeader({ hubNo, room, members, myNo, presentMembers, onShare }: RoomHeaderProps) {
  const [isRenaming, setRenaming] = useState(false)
  const count = members?.participants.length ?? 0

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
        <ScreenTitle title={roomTitle(room, myNo)} hidden={isRenaming} />
        {isRenaming && (
          <RoomNameForm hubNo={hubNo} name={members?.name ?? ''} onDone={() => setRenaming(false)} />
        )}
        {!isRenaming && count > 1 && (
          <span className="room-header__count" aria-hidden="true">
            <DecorativeText words={String(count)} />
          </span>
        )}
        {members !== undefined && (
          <Button
            hidden={isRenaming}
            kind="quiet"
            className="room-header__rename"
            aria-label={t('common.rename')}
            onClick={() => setRenaming(true)}
          >
            <ToolIcon name="pen" />
          </Button>
        )}
        {!isRenaming && <span className="room-header__present">{presentMembers}</span>}
        <Button hidden={isRenaming} className="room-header__share" aria-haspopup="dialog" onClick={onShare}>
          <ToolIcon name="share" />
          <span className="room-header__share-label">{t('shares.fromRoom')}</span>
        </Button>
      </div>
      <div className="room-header__actions">
        <InviteOpener hubNo={hubNo} />
      </div>
    </div>
  )
}

/** A generic title until the room is known. */
function roomTitle(room: RoomInfo | undefined, myNo: number): string {
  return room === undefined ? t('discussion.title') : roomName(room, myNo)
}

interface RoomNameFormProps {
  hubNo: number
  /** Empty if the room has no name. */
  name: string
  onDone: () => void
}

/** An empty input removes the name. */
function RoomNameForm({ hubNo, name, onDone }: RoomNameFormProps) {
  const naming = useRenameHub()
  return (
    <NameForm
      label={t('hubs.name')}
      hint={t('hubs.nameHint')}
      name={name}
      max={HUB_NAME_MAX}
      check={typed => typed.trim()}
      saving={naming}
      onSave={newName => naming.mutate({ hubNo, name: newName }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}
