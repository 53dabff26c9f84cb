import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { LOW_WINDOW, useMediaQuery } from '#client/platform/browser/device.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

/** Shows the text, the text and the rendered result side by side, or the result. */
export type EditorMode = 'write' | 'split' | 'result'

const MODE_KEY = 'editor_mode'
export const WIDE_SCREEN = '(min-width: 992px)'
/** A phone in portrait or landscape. */
export const SMALL_SCREEN = '(max-width: 767.98px), (max-height: 500px)'

/** The selected mode, stored in this browser, and the modes that fit the screen. */
export function useEditorMode() {
  const isWide = useMediaQuery(WIDE_SCREEN)
  const isSmall = useMediaQuery(SMALL_SCREEN)
  const [storedMode, setStoredMode] = useState(() => readStored(MODE_KEY))
  const modes: readonly EditorMode[] = isWide ? ['write', 'split', 'result'] : ['write', 'result']
  const defaultMode = isWide ? 'split' : 'write'
  const mode = modes.find(available => available === storedMode) ?? defaultMode

  function choose(next: EditorMode) {
    setStoredMode(next)
    writeStored(MODE_KEY, next)
  }

  function chooseNext() {
    choose(modes[(modes.indexOf(mode) + 1) % modes.length] ?? defaultMode)
  }

  // Folded on small screens to save height, and in write mode to show only the text.
  const foldsHeader = isSmall || (isWide && mode === 'write')
  return { mode, modes, isSmall, foldsHeader, choose, chooseNext }
}

/**
 * Sets `data-writing` on `<html>` for the styles of the page around the editor. A `:has()` selector would recalculate the styles of the
 * whole page at every key press.
 */
export function useEditorPageState(foldsHeader: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.writing = foldsHeader ? 'folded' : 'open'
    return () => {
      delete dataset.writing
    }
  }, [foldsHeader])
}

/**
 * Sets `--visible-height` on the element to the height above the on-screen keyboard, in browsers whose keyboard covers the page instead of
 * resizing it.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const style = element.current?.style
    if (!viewport || !style) return
    const updateHeight = () => {
      const isKeyboardOpen = viewport.scale === 1 && window.innerHeight - viewport.height > 1
      if (isKeyboardOpen) style.setProperty('--visible-height', `${viewport.height}px`)
      else style.removeProperty('--visible-height')
      // Such a browser scrolls the page to reveal the caret. The editor keeps the caret visible itself, except in a low window.
      if (isKeyboardOpen && viewport.offsetTop > 0 && !window.matchMedia(LOW_WINDOW).matches)
        window.scrollTo(0, 0)
    }
    const aborter = new AbortController()
    viewport.addEventListener('resize', updateHeight, aborter)
    // Waits for the first layout of the screen.
    const firstFrame = requestAnimationFrame(updateHeight)
    return () => {
      cancelAnimationFrame(firstFrame)
      aborter.abort()
    }
  }, [element])
}
