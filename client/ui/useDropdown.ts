import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'

/**
 * The state of a dropdown below its button. Esc closes it and focuses the button; a click outside, or a focus outside, only closes it.
 * Spread `container` on the element around both, and pass `opener` to the button.
 */
export function useDropdown() {
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
