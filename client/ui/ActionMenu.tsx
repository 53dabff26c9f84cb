import { type KeyboardEvent, useEffect, useId } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { Button } from './Button.tsx'
import { placeByKey } from './menuKeys.ts'
import { ToolIcon, type ToolIconName } from './ToolIcon.tsx'
import { useDropdown } from './useDropdown.ts'
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
  const { isOpen, toggle, close, holder, opener, around } = useDropdown()
  const menuId = useId()

  const items = () => [...(holder.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useEffect(() => {
    if (isOpen) holder.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [isOpen, holder])

  function move(event: KeyboardEvent): void {
    if (isComposing(event)) return
    const all = items()
    const current = all.indexOf(document.activeElement as HTMLElement)
    const target = placeByKey(event.key, current, all.length)
    if (target === undefined) return
    all[target]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="action-menu" {...around}>
      <Button
        ref={opener}
        kind="quiet"
        className="action-menu__opener"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={toggle}
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
