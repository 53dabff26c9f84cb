import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'

interface SuggestionKeys {
  isOpen: boolean
  move: (step: 1 | -1) => void
  close: () => void
  /** Inserts the active row. False if none is active, so that the key keeps its meaning. */
  choose: () => boolean
  /** Called when the text or the caret may have changed. */
  update: () => void
  /** The text area has lost the focus. */
  leave: () => void
}

/**
 * The keys of an open list of suggestions: ↑ ↓ move, Enter and Tab insert, Esc closes. They come before the shortcuts of the
 * editor. A key of an input method never reaches the list. On some systems the Enter that ends a composition also inserts a
 * line break, which then chooses instead.
 */
export function useSuggestionKeys(area: RefObject<HTMLTextAreaElement | null>, keys: SuggestionKeys): void {
  const update = useEffectEvent(() => keys.update())
  const leave = useEffectEvent(() => keys.leave())

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      !keys.isOpen ||
      isComposing(event) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey
    )
      return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') keys.move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Escape') keys.close()
    else if ((event.key !== 'Enter' && event.key !== 'Tab') || !keys.choose()) return
    event.preventDefault()
    event.stopPropagation()
  })

  const handleLineBreak = useEffectEvent((event: InputEvent) => {
    const isLineBreak = event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph'
    if (keys.isOpen && isLineBreak && !event.isComposing && keys.choose()) event.preventDefault()
  })

  useEffect(() => {
    const element = area.current
    if (element === null) return
    const aborter = new AbortController()
    const { signal } = aborter
    element.addEventListener('keydown', event => handleKey(event), { signal, capture: true })
    element.addEventListener('beforeinput', event => handleLineBreak(event), { signal })
    element.addEventListener('input', () => update(), { signal })
    element.addEventListener('blur', () => leave(), { signal })
    document.addEventListener('selectionchange', () => update(), { signal })
    return () => aborter.abort()
  }, [area])
}
