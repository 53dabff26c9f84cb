import { useSyncExternalStore } from 'react'

/** A keyboard is higher than this, the browser's own bars are lower. */
const KEYBOARD_MIN_PX = 150

/** The largest viewport at this width so far, in CSS pixels: the one without the keyboard. */
let largest = { width: 0, height: 0 }
let isOpen = false

/**
 * Whether the on-screen keyboard is open: a text field has the focus, and the visual viewport is much lower than before. This works
 * whether the browser overlays the keyboard or resizes the page. Zooming does not count.
 */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

/** Do not call it while rendering: reading sizes forces a layout. */
function measure(): void {
  const viewport = window.visualViewport
  if (!viewport) return
  const height = viewport.height * viewport.scale
  const isSameWidth = largest.width === window.innerWidth
  largest = {
    width: window.innerWidth,
    height: isSameWidth ? Math.max(largest.height, height) : Math.max(window.innerHeight, height),
  }
  isOpen = largest.height - height >= KEYBOARD_MIN_PX && isTextFieldFocused()
}

function isTextFieldFocused(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
}

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const update = () => {
    measure()
    listener()
  }
  const first = requestAnimationFrame(update)
  window.visualViewport?.addEventListener('resize', update, controller)
  for (const name of ['focusin', 'focusout']) document.addEventListener(name, update, controller)
  return () => {
    cancelAnimationFrame(first)
    controller.abort()
  }
}
