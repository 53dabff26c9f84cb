import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import { nextItemIndex } from '#client/ui/Dropdown.tsx'
import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'
import '#client/ui/Dropdown.css'

/** A toolbar button or menu item. */
export interface Tool {
  icon: ToolIconName
  label: string
  keys?: string | undefined
  startsGroup?: boolean
  onPress: () => void
}

interface MoreToolsProps {
  id: string
  tools: readonly Tool[]
  menuButton: RefObject<HTMLButtonElement | null>
  /** True if opened by keyboard. A pointer press keeps the focus in the text. */
  takesFocus: boolean
  onClose: () => void
}

/** Menu of the tools that do not fit into the toolbar. */
export function MoreTools({ id, tools, menuButton, takesFocus, onClose }: MoreToolsProps) {
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]

  useEffect(() => {
    if (takesFocus) menu.current?.querySelector('button')?.focus()
  }, [takesFocus])

  useEffect(() => {
    const aborter = new AbortController()
    const isOutside = ({ target }: Event) =>
      target instanceof Node && !menu.current?.contains(target) && !menuButton.current?.contains(target)
    document.addEventListener('pointerdown', event => isOutside(event) && onClose(), aborter)
    document.addEventListener('keydown', event => event.key === 'Escape' && onClose(), aborter)
    return () => aborter.abort()
  }, [menuButton, onClose])

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const all: Element[] = items()
    const current = document.activeElement ? all.indexOf(document.activeElement) : -1
    const index = nextItemIndex(event.key, current, all.length)
    if (event.key === 'Escape') menuButton.current?.focus()
    else if (index === undefined) return
    else items()[index]?.focus()
    event.preventDefault()
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onClose()
  }

  return (
    <div
      ref={menu}
      className="menu more-tools"
      id={id}
      role="menu"
      aria-label={t('notes.toolsMore')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {tools.map(({ icon, label, keys, onPress }) => (
        <button
          key={icon}
          type="button"
          role="menuitem"
          className="menu__item more-tools__item"
          tabIndex={-1}
          onMouseDown={event => event.preventDefault()}
          onClick={() => {
            onClose()
            onPress()
          }}
        >
          <ToolIcon name={icon} />
          {label}
          {keys && (
            <span className="more-tools__keys" aria-hidden="true">
              {keys}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
