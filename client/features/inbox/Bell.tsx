import { useAtomValue } from 'jotai'
import { type ToggleEvent, useRef, useState } from 'react'
import { newNotificationsAtom } from '#client/live/counts.ts'
import { t } from '#client/platform/language/language.ts'
import { formatBadgeCount } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NotificationFilter } from '#protocol/inbox.ts'
import { InboxView } from './InboxView.tsx'
import './inbox.css'

const INBOX_PANEL_ID = 'inbox'

/** The bell with the unread count. Its panel opens over any screen and fills the screen of a phone. */
export function Bell() {
  const count = useAtomValue(newNotificationsAtom)
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function positionPanel({ newState }: ToggleEvent<HTMLDivElement>) {
    if (newState !== 'open') return setOpen(false)
    const right = button.current?.getBoundingClientRect().right ?? 0
    panel.current?.style.setProperty('--bell-right', `${document.documentElement.clientWidth - right}px`)
    setOpen(true)
  }
  const countText = formatBadgeCount(count)

  return (
    <>
      <button ref={button} type="button" className="bell" popoverTarget={INBOX_PANEL_ID}>
        <ToolIcon name="bell" />
        <span className="visually-hidden">
          {count > 0 ? t('inbox.bell', { count: countText }) : t('inbox.bellNone')}
        </span>
        {count > 0 && (
          <span className="bell__count" aria-hidden="true">
            {countText}
          </span>
        )}
      </button>
      <div
        ref={panel}
        id={INBOX_PANEL_ID}
        popover="auto"
        className="inbox"
        role="dialog"
        aria-label={t('inbox.title')}
        onToggle={positionPanel}
      >
        {isOpen && <InboxPanel onClose={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}

function InboxPanel({ onClose }: { onClose: () => void }) {
  const [only, setFilter] = useState<NotificationFilter>()
  const [isSettingsOpen, setSettingsOpen] = useState(false)
  return (
    <InboxView
      title={<h2 className="inbox__title">{t('inbox.title')}</h2>}
      state={{ only, setFilter, isSettingsOpen, setSettingsOpen }}
      dayHeading="h3"
      closing={
        <Button kind="quiet" className="inbox__tool" aria-label={t('inbox.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      }
      onLeave={onClose}
    />
  )
}
