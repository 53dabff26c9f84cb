import { useRef, useState } from 'react'
import { RoomNaming } from '#client/features/hubs/RoomNaming.tsx'
import { InviteOpener } from '#client/features/invitations/InviteOpener.tsx'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

const ShareNotesDialog = lazyComponent(
  lazyPart(() => import('#client/features/shares/ShareNotesDialog.tsx').then(part => part.ShareNotesDialog)),
)

interface RoomHeadProps {
  hubNo: number
  title: string
  /** What its members call it, empty without one; undefined until it is known. */
  name: string | undefined
}

/** What the room is called, where that is changed, and what can be brought into it. */
export function RoomHead({ hubNo, title, name }: RoomHeadProps) {
  const [isSharing, setSharing] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function finish(): void {
    setNaming(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <div className="discussion__head">
      <div className="discussion__title">
        <ScreenTitle title={title} hidden={isNaming} />
        {isNaming && <RoomNaming hubNo={hubNo} name={name ?? ''} onDone={finish} />}
        {!isNaming && name !== undefined && (
          <Button
            ref={opener}
            kind="quiet"
            className="discussion__rename"
            aria-label={t('hubs.rename')}
            onClick={() => setNaming(true)}
          >
            <ToolIcon name="pen" />
          </Button>
        )}
      </div>
      <div className="discussion__ways">
        <Button aria-haspopup="dialog" onClick={() => setSharing(true)}>
          <ToolIcon name="share" />
          {t('shares.fromRoom')}
        </Button>
        <InviteOpener hubNo={hubNo} />
        <ButtonLink kind="quiet" to={paths.friends}>
          <Icon name="back" />
          {t('discussion.friendList')}
        </ButtonLink>
      </div>
      {isSharing && <ShareNotesDialog pending={null} hubNo={hubNo} onClose={() => setSharing(false)} />}
    </div>
  )
}
