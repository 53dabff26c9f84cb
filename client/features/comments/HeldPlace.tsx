import { Component, type ReactNode, type RefObject } from 'react'
import { scrollerOf } from '#client/platform/browser/scroller.ts'

interface HeldPlaceProps {
  /** In which the items stand. */
  list: RefObject<HTMLElement | null>
  /** The reader has the end before them: that is followed, and not held. */
  isAtEnd: boolean
  children: ReactNode
}

interface Held {
  element: HTMLElement
  /** Its upper edge in the window, in pixels. */
  top: number
}

/**
 * Keeps in its place, whatever comes into a list or goes from it, what its reader has to do with: the item that they use; or else,
 * unless the end is followed, the item under the pointer or with the focus, or the first that can be seen.
 */
export class HeldPlace extends Component<HeldPlaceProps> {
  /** What is left of the last move, in pixels: scrollers know whole ones only, and many fractions make a drift. */
  private rest = 0

  override getSnapshotBeforeUpdate(): Held | null {
    const element = this.heldElement()
    return element && { element, top: element.getBoundingClientRect().top - this.rest }
  }

  override componentDidUpdate(_props: HeldPlaceProps, _state: unknown, held: Held | null): void {
    if (!held?.element.isConnected) return
    const movedFrom = () => held.element.getBoundingClientRect().top - held.top
    if (movedFrom() === this.rest) return
    scrollerOf(held.element).scrollBy({ top: movedFrom(), behavior: 'instant' })
    this.rest = Math.abs(movedFrom()) < 1 ? movedFrom() : 0
  }

  override render(): ReactNode {
    return this.props.children
  }

  private heldElement(): HTMLElement | null {
    const { list, isAtEnd } = this.props
    if (list.current === null) return null
    const used = itemInUse(list.current)
    if (used || isAtEnd) return used
    // A finger points at nothing once it is lifted, though the browser still says so.
    const isMouse = window.matchMedia('(hover: hover)').matches
    const pointedAt = isMouse ? list.current.querySelector<HTMLElement>('.comment:hover') : null
    return (
      pointedAt ??
      itemAround(list.current, document.activeElement) ??
      itemsOf(list.current).find(isShownIn(list.current)) ??
      null
    )
  }
}

/**
 * The item on the screen with which its reader does something that must not move away: a menu, an editor or a question is open in
 * it, a button is held down, or some of its words are selected.
 */
export function itemInUse(list: HTMLElement): HTMLElement | null {
  const selection = document.getSelection()
  const parts: (Node | null)[] = [...list.querySelectorAll('[aria-expanded="true"], .comment :active')]
  if (selection?.isCollapsed === false) parts.push(selection.anchorNode, selection.focusNode)
  const isShown = isShownIn(list)
  return parts.map(part => itemAround(list, part)).find(item => item && isShown(item)) ?? null
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('.comment')]

function itemAround(list: HTMLElement, part: Node | null): HTMLElement | null {
  const element = part instanceof Element ? part : (part?.parentElement ?? null)
  return list.contains(element) ? (element?.closest<HTMLElement>('.comment') ?? null) : null
}

function isShownIn(list: HTMLElement): (item: HTMLElement) => boolean {
  const scroller = scrollerOf(list)
  const isPage = scroller === document.scrollingElement
  const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect()
  return item => {
    const edges = item.getBoundingClientRect()
    return edges.bottom > top && edges.top < bottom
  }
}
