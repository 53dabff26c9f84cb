import { useAtomValue } from 'jotai'
import { type ToggleEvent, useRef, useState } from 'react'
import { newNotificationsAtom } from '#client/live/notifications.count.ts'
import { t } from '#client/platform/language/language.ts'
import { shownCount } from '#client/ui/shownCount.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { InboxPanel } from './InboxPanel.tsx'
import './bell.css'

const INBOX_PANEL_ID = 'inbox'

/** How much is new to the member, and what: its panel lies over any screen, and on a phone covers it. */
export function Bell() {
  const count = useAtomValue(newNotificationsAtom)
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function place({ newState }: ToggleEvent<HTMLDivElement>) {
    if (newState !== 'open') return setOpen(false)
    const right = button.current?.getBoundingClientRect().right ?? 0
    panel.current?.style.setProperty('--bell-right', `${document.documentElement.clientWidth - right}px`)
    setOpen(true)
  }
  const shown = shownCount(count)

  return (
    <>
      <button ref={button} type="button" className="bell" popoverTarget={INBOX_PANEL_ID}>
        <ToolIcon name="bell" />
        <span className="visually-hidden">
          {count > 0 ? t('inbox.bell', { count: shown }) : t('inbox.bellNone')}
        </span>
        {count > 0 && (
          <span className="bell__count" aria-hidden="true">
            {shown}
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
        onToggle={place}
      >
        {isOpen && <InboxPanel onClose={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}
