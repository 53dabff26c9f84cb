import { useSyncExternalStore } from 'react'

/** What a browser's own bars take when they appear is less, and a keyboard takes more. */
const KEYBOARD_AT_LEAST_PX = 150

/** The highest that the page was seen at this width, in CSS pixels: without the keyboard, then. */
let highest = { width: 0, height: 0 }
let isOpen = false

/**
 * Whether the screen's keyboard is open: somebody writes, and much less of the page is in sight than before. So it is where
 * browsers lay the keyboard over the page, and where they make the page smaller. Who only looks closer has no keyboard open.
 */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

/** Not while something is drawn: what asks for sizes has all laid out that was not yet. */
function look(): void {
  const seen = window.visualViewport
  if (!seen) return
  const height = seen.height * seen.scale
  const isSameWidth = highest.width === window.innerWidth
  highest = {
    width: window.innerWidth,
    height: isSameWidth ? Math.max(highest.height, height) : Math.max(window.innerHeight, height),
  }
  isOpen = highest.height - height >= KEYBOARD_AT_LEAST_PX && isWriting()
}

function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
}

function subscribe(tell: () => void): () => void {
  const stop = new AbortController()
  const follow = () => {
    look()
    tell()
  }
  const first = requestAnimationFrame(follow)
  window.visualViewport?.addEventListener('resize', follow, stop)
  for (const name of ['focusin', 'focusout']) document.addEventListener(name, follow, stop)
  return () => {
    cancelAnimationFrame(first)
    stop.abort()
  }
}
