import { type ReactNode, useState } from 'react'
import { RoomNaming } from '#client/features/hubs/RoomNaming.tsx'
import { InviteOpener } from '#client/features/invitations/InviteOpener.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import './roomHead.css'

interface RoomHeadProps {
  hubNo: number
  title: string
  /** What its members call it, empty without one; undefined until it is known. */
  name: string | undefined
  /** How many are in it, oneself included; 0 until it is known. */
  count: number
  /** Who of the others looks at it now. */
  here?: ReactNode
  onShare: () => void
}

/** The way back, what the room is called, who is here, and what can be brought into it: in sight wherever one reads. */
export function RoomHead({ hubNo, title, name, count, here, onShare }: RoomHeadProps) {
  const [isNaming, setNaming] = useState(false)

  return (
    <div className="room-head">
      <div className="room-head__line">
        <ButtonLink
          kind="quiet"
          className="room-head__back"
          to={paths.friends}
          aria-label={t('discussion.friendList')}
          title={t('discussion.friendList')}
        >
          <Icon name="back" />
        </ButtonLink>
        <ScreenTitle title={title} hidden={isNaming} />
        {isNaming && <RoomNaming hubNo={hubNo} name={name ?? ''} onDone={() => setNaming(false)} />}
        {!isNaming && count > 1 && (
          <span className="room-head__count" aria-hidden="true">
            <DecorativeText words={String(count)} />
          </span>
        )}
        {name !== undefined && (
          <Button
            hidden={isNaming}
            kind="quiet"
            className="room-head__rename"
            aria-label={t('common.rename')}
            onClick={() => setNaming(true)}
          >
            <ToolIcon name="pen" />
          </Button>
        )}
        {!isNaming && <span className="room-head__here">{here}</span>}
        <Button hidden={isNaming} className="room-head__share" aria-haspopup="dialog" onClick={onShare}>
          <ToolIcon name="share" />
          <span className="room-head__share-words">{t('shares.fromRoom')}</span>
        </Button>
      </div>
      <div className="room-head__ways">
        <InviteOpener hubNo={hubNo} />
      </div>
    </div>
  )
}
