import { Component, type ReactNode, type RefObject } from 'react'
import { scrollerOf } from '#client/platform/browser/scroller.ts'

interface HeldPlaceProps {
  /** In which the items stand. */
  list: RefObject<HTMLElement | null>
  /** Right after the last of them. */
  end: RefObject<HTMLElement | null>
  /** The reader has the end before them. */
  isAtEnd: boolean
  children: ReactNode
}

interface Held {
  element: HTMLElement
  /** Its upper edge in the window, in pixels. */
  top: number
}

/**
 * Keeps in its place, whatever comes into a list or goes from it, what its reader has to do with: the item under the pointer or
 * with the focus; the end, where it is followed; or else the first item that can be seen.
 */
export class HeldPlace extends Component<HeldPlaceProps> {
  override getSnapshotBeforeUpdate(): Held | null {
    const element = this.heldElement()
    return element && { element, top: element.getBoundingClientRect().top }
  }

  override componentDidUpdate(_props: HeldPlaceProps, _state: unknown, held: Held | null): void {
    if (!held?.element.isConnected) return
    const moved = held.element.getBoundingClientRect().top - held.top
    if (moved !== 0) scrollerOf(held.element).scrollBy({ top: moved, behavior: 'instant' })
  }

  override render(): ReactNode {
    return this.props.children
  }

  private heldElement(): HTMLElement | null {
    const { list, end, isAtEnd } = this.props
    if (list.current === null) return null
    const items = [...list.current.querySelectorAll<HTMLElement>('li')]
    const used = items.find(isPointedAt) ?? items.find(item => item.contains(document.activeElement))
    if (used) return used
    if (isAtEnd) return end.current
    const { top, bottom } = shownPartOf(list.current)
    return (
      items.find(item => {
        const edges = item.getBoundingClientRect()
        return edges.bottom > top && edges.top < bottom
      }) ?? null
    )
  }
}

/** A finger points at nothing once it is lifted, though the browser still says so. */
function isPointedAt(item: HTMLElement): boolean {
  return window.matchMedia('(hover: hover)').matches && item.matches(':hover')
}

function shownPartOf(list: HTMLElement): { top: number; bottom: number } {
  const scroller = scrollerOf(list)
  if (scroller === document.scrollingElement) return { top: 0, bottom: window.innerHeight }
  return scroller.getBoundingClientRect()
}
