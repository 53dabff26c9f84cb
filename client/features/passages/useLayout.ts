import { type RefObject, useEffect, useState } from 'react'
import type { AnchoredGroup } from './passages.groups.ts'
import { type Layout, measureLayout } from './passages.layout.ts'
import type { RenderedNote } from './useRenderedText.ts'

/** The places of the marks. Measures again when the text gets another width or height: a resize, a font, a picture, a folded part. */
export function useLayout(
  layer: RefObject<HTMLElement | null>,
  rendered: RenderedNote | null,
  groups: readonly AnchoredGroup[],
  isPhone: boolean,
): Layout | null {
  const [layout, setLayout] = useState<Layout | null>(null)

  useEffect(() => {
    if (rendered === null) return
    let frame = 0
    function measureSoon(): void {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        if (layer.current && rendered) setLayout(measureLayout(layer.current, rendered, groups, isPhone))
      })
    }
    const resizes = new ResizeObserver(measureSoon)
    resizes.observe(rendered.root)
    document.fonts.addEventListener('loadingdone', measureSoon)
    return () => {
      cancelAnimationFrame(frame)
      resizes.disconnect()
      document.fonts.removeEventListener('loadingdone', measureSoon)
    }
  }, [layer, rendered, groups, isPhone])

  return layout
}
