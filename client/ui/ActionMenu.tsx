import { type KeyboardEvent, useEffect, useId } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { Button } from './Button.tsx'
import { ToolIcon, type ToolIconName } from './ToolIcon.tsx'
import { nextItemIndex, useDropdown } from './useDropdown.ts'
import './ActionMenu.css'

export interface Action {
  label: string
  icon?: ToolIconName
  isDangerous?: boolean
  run: () => void
}

interface ActionMenuProps {
  /** Names the subject of the actions for screen readers: '‘회의록’ 더 보기'. */
  label: string
  actions: readonly Action[]
}

/** A button with three dots that opens a menu of actions. Arrow keys move the focus; Esc closes the menu. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const { isOpen, toggle, close, containerRef, opener, container } = useDropdown()
  const menuId = useId()

  const items = () => [...(containerRef.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useEffect(() => {
    if (isOpen) containerRef.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [isOpen, containerRef])

  function move(event: KeyboardEvent): void {
    if (isComposing(event)) return
    const all = items()
    const current = all.indexOf(document.activeElement as HTMLElement)
    const target = nextItemIndex(event.key, current, all.length)
    if (target === undefined) return
    all[target]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="action-menu" {...container}>
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
