import { useCallback, useSyncExternalStore } from 'react'

/** A phone in landscape or with its keyboard open, or 400 % zoom: only the header stays in view. The same query is in tokens.css. */
export const LOW_WINDOW = '(max-height: 519.98px)'

/** Whether a media query matches; rerenders when that changes. False on a prerendered page. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

export function useIsTabVisible(): boolean {
  return useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  )
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the user has enabled data saving. Not every browser reports it. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** A keyboard is higher than this, the browser's own bars are lower. */
const KEYBOARD_MIN_PX = 150

/** The largest viewport at this width so far, in CSS pixels: the one without the keyboard. */
let largestViewport = { width: 0, height: 0 }
let isKeyboardOpen = false

/**
 * Whether the on-screen keyboard is open: a text field has the focus, and the visual viewport is much lower than before. This works
 * whether the browser overlays the keyboard or resizes the page. Zooming does not count.
 */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(
    subscribeToKeyboard,
    () => isKeyboardOpen,
    () => false,
  )
}

/** Do not call it while rendering: reading sizes forces a layout. */
function measureViewport(): void {
  const viewport = window.visualViewport
  if (!viewport) return
  const height = viewport.height * viewport.scale
  const isSameWidth = largestViewport.width === window.innerWidth
  largestViewport = {
    width: window.innerWidth,
    height: isSameWidth ? Math.max(largestViewport.height, height) : Math.max(window.innerHeight, height),
  }
  isKeyboardOpen = largestViewport.height - height >= KEYBOARD_MIN_PX && isTextFieldFocused()
}

function isTextFieldFocused(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
}

function subscribeToKeyboard(listener: () => void): () => void {
  const controller = new AbortController()
  const update = () => {
    measureViewport()
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
