import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { t } from '#client/platform/language/language.ts'
import { placeByKey } from '#client/ui/menuKeys.ts'
import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'
import '#client/ui/menu.css'
import './moreTools.css'

/** What a button or a row of the menu shows and does. */
export interface Tool {
  icon: ToolIconName
  words: string
  keys?: string | undefined
  startsGroup?: boolean
  press: () => void
}

interface MoreToolsProps {
  id: string
  tools: readonly Tool[]
  /** The button that has opened it. */
  opener: RefObject<HTMLButtonElement | null>
  /** It was opened by a key, which leads on within it; a press leaves the focus in the text. */
  takesFocus: boolean
  onClose: () => void
}

/** The tools for which the bar has no room, by their names. */
export function MoreTools({ id, tools, opener, takesFocus, onClose }: MoreToolsProps) {
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]

  useEffect(() => {
    if (takesFocus) menu.current?.querySelector('button')?.focus()
  }, [takesFocus])

  useEffect(() => {
    const listening = new AbortController()
    const isOutside = ({ target }: Event) =>
      target instanceof Node && !menu.current?.contains(target) && !opener.current?.contains(target)
    document.addEventListener('pointerdown', event => isOutside(event) && onClose(), listening)
    document.addEventListener('keydown', event => event.key === 'Escape' && onClose(), listening)
    return () => listening.abort()
  }, [opener, onClose])

  function move(event: KeyboardEvent) {
    if (isComposing(event)) return
    const all: Element[] = items()
    const current = document.activeElement ? all.indexOf(document.activeElement) : -1
    const place = placeByKey(event.key, current, all.length)
    if (event.key === 'Escape') opener.current?.focus()
    else if (place === undefined) return
    else items()[place]?.focus()
    event.preventDefault()
  }

  function closeWhenLeft({ relatedTarget, currentTarget }: FocusEvent) {
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
      onKeyDown={move}
      onBlur={closeWhenLeft}
    >
      {tools.map(({ icon, words, keys, press }) => (
        <button
          key={icon}
          type="button"
          role="menuitem"
          className="menu__item more-tools__item"
          tabIndex={-1}
          onMouseDown={event => event.preventDefault()}
          onClick={() => {
            onClose()
            press()
          }}
        >
          <ToolIcon name={icon} />
          {words}
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
