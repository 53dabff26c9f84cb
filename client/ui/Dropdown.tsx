import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { AnchoredBox, type PopoverAlign, PopoverWindow, useCloseOutside } from './PopoverWindow.tsx'
import { PHONE } from './sheet.ts'
import { ToolIcon, type ToolIconName } from './ToolIcon.tsx'
import './Dropdown.css'

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
  icon?: ToolIconName
  actions: readonly Action[]
}

/**
 * A button, by default with three dots, that opens a menu of actions; on phones a sheet. Arrow keys move the focus; Esc closes the
 * menu.
 */
export function ActionMenu({ label, icon = 'more', actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery(PHONE)
  const opener = useRef<HTMLButtonElement>(null)
  const menuId = useId()

  /** Closes it before anything else happens, since a modal sheet keeps the focus from the button. */
  function close(): void {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }

  function runAndClose(action: Action): void {
    close()
    action.run()
  }

  const list = <MenuList id={menuId} label={label} actions={actions} onRun={runAndClose} />
  return (
    <div className="action-menu">
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
        <ToolIcon name={icon} />
      </Button>
      {isOpen &&
        (isPhone ? (
          <Dialog open title={label} onClose={close}>
            {list}
          </Dialog>
        ) : (
          <MenuBox anchor={opener} onClose={close} onLeave={() => setOpen(false)}>
            {list}
          </MenuBox>
        ))}
    </div>
  )
}

interface MenuBoxProps {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  /** Closes it without moving the focus. */
  onLeave: () => void
  children: ReactNode
}

function MenuBox({ anchor, onClose, onLeave, children }: MenuBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useCloseOutside(box, anchor, onLeave)
  return (
    <AnchoredBox
      boxRef={box}
      anchor={anchor}
      align="end"
      className="action-menu__list"
      onKeyDown={event => closeOnEscape(event, onClose)}
    >
      {children}
    </AnchoredBox>
  )
}

function closeOnEscape(event: KeyboardEvent, onClose: () => void): void {
  if (event.key !== 'Escape' || isComposing(event)) return
  // Otherwise Esc would also close the dialog around it.
  event.preventDefault()
  event.stopPropagation()
  onClose()
}

interface MenuListProps {
  id: string
  label: string
  actions: readonly Action[]
  onRun: (action: Action) => void
}

/** The first item takes the focus. */
function MenuList({ id, label, actions, onRun }: MenuListProps) {
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [])

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
    <div ref={menu} className="menu" id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
      {actions.map(action => (
        <button
          key={action.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`menu__item ${action.isDangerous ? 'menu__item--danger' : ''}`}
          onClick={() => onRun(action)}
        >
          {action.icon && <ToolIcon name={action.icon} />}
          {action.label}
        </button>
      ))}
    </div>
  )
}

interface PopoverProps {
  /** Positions the button. */
  className: string
  /** The content of the button. */
  label: ReactNode
  /** The heading of the sheet, and the name of the window for screen readers. */
  title: string
  align?: PopoverAlign
  children: ReactNode
}

/** A quiet button that opens a small window; on phones a sheet. For another button see `PopoverWindow`. */
export function Popover({ className, label, title, align, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <div className={`popover ${className}`}>
      <Button
        ref={opener}
        kind="quiet"
        className="popover__opener"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <PopoverWindow open={isOpen} onClose={() => setOpen(false)} anchor={opener} align={align} title={title}>
        {children}
      </PopoverWindow>
    </div>
  )
}
