import { Component, type ReactNode, type RefObject } from 'react'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'

interface ScrollAnchorProps {
  list: RefObject<HTMLElement | null>
  /** `useStickToBottom` keeps the position then. */
  isAtEnd: boolean
  children: ReactNode
}

interface Anchor {
  element: HTMLElement
  /** Viewport offset in pixels. */
  top: number
}

/**
 * Keeps the anchor item in place when the list changes: the item that the reader interacts with or, unless
 * the end is visible, the item under the pointer, the focused item, or the first visible one.
 */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  /** Fraction of a pixel that the last scroll could not apply. Without it many updates add up to a drift. */
  private remainder = 0

  override getSnapshotBeforeUpdate(): Anchor | null {
    const element = this.findAnchor()
    return element && { element, top: element.getBoundingClientRect().top - this.remainder }
  }

  override componentDidUpdate(_props: ScrollAnchorProps, _state: unknown, anchor: Anchor | null): void {
    if (!anchor?.element.isConnected) return
    const shift = () => anchor.element.getBoundingClientRect().top - anchor.top
    if (shift() === this.remainder) return
    scrollerOf(anchor.element).scrollBy({ top: shift(), behavior: 'instant' })
    this.remainder = Math.abs(shift()) < 1 ? shift() : 0
  }

  override render(): ReactNode {
    return this.props.children
  }

  private findAnchor(): HTMLElement | null {
    const { list, isAtEnd } = this.props
    if (list.current === null) return null
    const active = itemInUse(list.current)
    if (active || isAtEnd) return active
    // Touch browsers report `:hover` after the finger is lifted.
    const isMouse = window.matchMedia('(hover: hover)').matches
    const hovered = isMouse ? list.current.querySelector<HTMLElement>('.comment:hover') : null
    return (
      hovered ??
      closestItem(list.current, document.activeElement) ??
      itemsOf(list.current).find(isShownIn(list.current)) ??
      null
    )
  }
}

/**
 * The visible item that must not move: it has an open menu, editor or dialog, a pressed button, or selected
 * text.
 */
export function itemInUse(list: HTMLElement): HTMLElement | null {
  const selection = document.getSelection()
  const parts: (Node | null)[] = [...list.querySelectorAll('[aria-expanded="true"], .comment :active')]
  if (selection?.isCollapsed === false) parts.push(selection.anchorNode, selection.focusNode)
  const isShown = isShownIn(list)
  return parts.map(part => closestItem(list, part)).find(item => item && isShown(item)) ?? null
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('.comment')]

function closestItem(list: HTMLElement, part: Node | null): HTMLElement | null {
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
