import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { Button } from './Button.tsx'
import { placeByKey } from './menuKeys.ts'
import { ToolIcon, type ToolIconName } from './ToolIcon.tsx'
import './menu.css'
import './ActionMenu.css'

export interface Action {
  label: string
  icon?: ToolIconName
  isDangerous?: boolean
  run: () => void
}

interface ActionMenuProps {
  /** What the actions are about, for screen readers: '‘회의록’ 더 보기'. */
  label: string
  actions: readonly Action[]
}

/**
 * A button with three dots, and under it what can be done with the thing beside it. Arrow keys lead through it; Esc gives
 * the focus back.
 */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const menuId = useId()
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const items = () => [...(place.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [isOpen])

  function close(): void {
    setOpen(false)
    opener.current?.focus()
  }

  function move(event: KeyboardEvent): void {
    if (isComposing(event)) return
    const all = items()
    const current = all.indexOf(document.activeElement as HTMLElement)
    const target = placeByKey(event.key, current, all.length)
    if (event.key === 'Escape') close()
    else if (target !== undefined) all[target]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function closeWhenLeft({ relatedTarget, currentTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus goes elsewhere
    <div className="action-menu" ref={place} onBlur={closeWhenLeft}>
      <Button
        ref={opener}
        kind="quiet"
        className="action-menu__opener"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ToolIcon name="more" />
      </Button>
      {isOpen && (
        <div
          className="menu action-menu__list"
          id={menuId}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={move}
        >
          {actions.map(action => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={`menu__item ${action.isDangerous ? 'menu__item--danger' : ''}`}
              onClick={() => {
                close()
                action.run()
              }}
            >
              {action.icon && <ToolIcon name={action.icon} />}
              {action.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
