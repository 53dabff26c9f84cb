import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { scrollable, scrollerOf } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'

interface ScrollingTableProps {
  dir?: string | undefined
  children?: ReactNode
}

/**
 * A table in a box. A table that fits needs no scrolling box, so its header stays visible while the note scrolls. A wider one scrolls
 * sideways in its box, which is at most as high as the screen, and its header stays at the top of the box.
 */
export function ScrollingTable({ dir, children }: ScrollingTableProps) {
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    let width = 0
    const update = () => {
      // A table that scrolls has cells of another width, so it is measured without them, and again only for a new width of the box.
      if (element.offsetWidth !== width) delete element.dataset.header
      width = element.offsetWidth
      if (element.dataset.header === 'box') return
      const isWide = element.scrollWidth > element.clientWidth + 1
      const isInPage = scrollerOf(element) === document.scrollingElement
      element.dataset.header = isWide ? 'box' : isInPage ? 'page' : 'pane'
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    // A change of the text can make the table wider than the box, in which it is as high as before.
    if (element.firstElementChild) sizes.observe(element.firstElementChild)
    return () => sizes.disconnect()
  }, [])

  return (
    <div ref={box} className="md-table" {...scrollable(t('markdown.tableLabel'))}>
      <table dir={dir}>{children}</table>
    </div>
  )
}
