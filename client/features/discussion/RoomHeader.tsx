import { type ReactNode, useState } from 'react'
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
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import './room.css'

interface RoomHeaderProps {
  hubNo: number
  title: string
  /** The name that its members gave it, or empty; undefined until it is loaded. */
  name: string | undefined
  /** Number of members, including the user; 0 until it is loaded. */
  count: number
  /** The other members who look at the room now. */
  presentMembers?: ReactNode
  onShare: () => void
}

/** Sticky: stays visible while the reader scrolls. */
export function RoomHeader({ hubNo, title, name, count, presentMembers, onShare }: RoomHeaderProps) {
  const [isRenaming, setRenaming] = useState(false)

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
        <ScreenTitle title={title} hidden={isRenaming} />
        {isRenaming && <RoomNameForm hubNo={hubNo} name={name ?? ''} onDone={() => setRenaming(false)} />}
        {!isRenaming && count > 1 && (
          <span className="room-header__count" aria-hidden="true">
            <DecorativeText words={String(count)} />
          </span>
        )}
        {name !== undefined && (
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
