import { type RefObject, useEffect, useState } from 'react'
import { runWhenIdle } from './idle.ts'
import { type RenderedText, readRenderedText } from './renderedText.ts'

export interface RenderedNote extends RenderedText {
  /** The `.md` element. */
  root: HTMLElement
}

/**
 * The text of the note in which the layer is, as it is on the page; null until it is complete. Reads it while the page is idle, and again
 * whenever its elements change: another text, highlighted code, rendered formulas, shown pictures.
 */
export function useRenderedText(layer: RefObject<HTMLElement | null>): RenderedNote | null {
  const [rendered, setRendered] = useState<RenderedNote | null>(null)

  useEffect(() => {
    const sheet = layer.current?.parentElement
    if (!sheet) return
    let cancel = () => {}
    function read(): void {
      cancel()
      cancel = runWhenIdle(() => {
        const root = sheet?.querySelector<HTMLElement>('.md')
        const isComplete = root && root.getAttribute('aria-busy') === null
        setRendered(isComplete ? { root, ...readRenderedText(root) } : null)
        return false
      })
    }
    const changes = new MutationObserver(records => {
      if (records.some(({ target }) => !layer.current?.contains(target))) read()
    })
    changes.observe(sheet, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['aria-busy'],
    })
    read()
    return () => {
      cancel()
      changes.disconnect()
    }
  }, [layer])

  return rendered
}
