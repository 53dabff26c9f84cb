import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'

/**
 * What opens below its button. Esc closes it and gives the focus back to the button; a press beside it, or the focus going
 * elsewhere, closes it alone. Spread `around` on what holds both, and give `opener` to the button.
 */
export function useDropdown() {
  const [isOpen, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    function closeOutside({ target }: Event): void {
      if (target instanceof Node && !holder.current?.contains(target)) setOpen(false)
    }
    // Safari gives buttons no focus when they are pressed, so the focus alone does not tell.
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
    // Not also the window that it stands in.
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    close,
    holder,
    opener,
    around: { ref: holder, onKeyDown: closeOnEscape },
  }
}
