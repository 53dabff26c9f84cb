import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { Button } from './Button.tsx'
import { ToolIcon, type ToolIconName } from './ToolIcon.tsx'
import './Dropdown.css'

/**
 * The state of a dropdown below its button. Esc closes it and focuses the button; a click outside, or a focus outside, only closes it.
 * Spread `container` on the element around both, and pass `opener` to the button.
 */
function useDropdown() {
  const [isOpen, setOpen] = useState(false)
  const containerRef = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    function closeOutside({ target }: Event): void {
      if (target instanceof Node && !containerRef.current?.contains(target)) setOpen(false)
    }
    // Safari does not focus a clicked button, so focus events alone are not enough.
    document.addEventListener('pointerdown', closeOutside, listening)
    document.addEventListener('focusin', closeOutside, listening)
    return () => listening.abort()
  }, [isOpen])

  function close(): void {
    setOpen(false)
    opener.current?.focus()
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen || isComposing(event)) return
    // Otherwise Esc would also close the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    close,
    containerRef,
    opener,
    container: { ref: containerRef, onKeyDown: closeOnEscape },
  }
}

/**
 * The index of the menu item that a key focuses, following the ARIA Authoring Practices; undefined for other keys. `current` is -1
 * while no item has the focus.
 */
export function nextItemIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count
    case 'ArrowUp':
      return (Math.max(current, 0) - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

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

interface PopoverProps {
  /** Positions the button and the window. */
  className: string
  /** The label of the button. */
  label: ReactNode
  children: ReactNode
}

/** A quiet button that opens a small window. Esc or a click outside closes it. */
export function Popover({ className, label, children }: PopoverProps) {
  const { isOpen, toggle, opener, container } = useDropdown()
  const popover = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (isOpen) popover.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  return (
    <div className={`popover ${className}`} {...container}>
      <Button
        ref={opener}
        kind="quiet"
        className="popover__opener"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {label}
      </Button>
      {isOpen && (
        <div ref={popover} className="popover__window" id={id} role="status">
          {children}
        </div>
      )}
    </div>
  )
}
