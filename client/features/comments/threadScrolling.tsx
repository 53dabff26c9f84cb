import {
  Component,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { bringIntoView, scrollerOf } from '#client/platform/browser/scrolling.ts'
import { UNREAD_ID } from './CommentCard.tsx'

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
 * the end is visible, the item under the pointer, the focused item if it is visible, or the first visible one.
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
    const focused = closestItem(list.current, document.activeElement)
    const isShown = isShownIn(list.current)
    return hovered ?? [focused, ...itemsOf(list.current)].find(item => item && isShown(item)) ?? null
  }
}

const IN_USE = '[aria-expanded="true"], .comment :is(form, fieldset, :active)'

/**
 * The visible item that must not move: it has an open menu, editor or dialog, a pressed button, or selected
 * text.
 */
function itemInUse(list: HTMLElement): HTMLElement | null {
  const selection = document.getSelection()
  const parts: (Node | null)[] = [...list.querySelectorAll(IN_USE)]
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

interface Parts {
  /** The element that holds the items. */
  list: RefObject<HTMLElement | null>
  /** The element after the last item. */
  end: RefObject<HTMLElement | null>
  /** The element below the visible part of the list. */
  below: RefObject<HTMLElement | null>
}

/**
 * Keeps the end of a list visible when its height or position changes: new items, late fonts, an on-screen
 * keyboard. Stops when the reader scrolls away or interacts with an item. Set `isFollowing` when the end is
 * visible.
 */
export function useStickToBottom({ list, end, below }: Parts, isShown: boolean) {
  const isFollowing = useRef(false)

  useEffect(() => {
    if (!isShown || list.current === null || end.current === null || below.current === null) return
    const [items, mark, footer] = [list.current, end.current, below.current]
    let lastScrollTop = scrollerOf(mark).scrollTop

    function keepAtEnd() {
      if (isFollowing.current && itemInUse(items) === null) scrollToEnd(mark, footer)
    }
    // The IntersectionObserver reports late; content that arrived in between must not pull the reader back.
    function onScroll() {
      const { scrollTop } = scrollerOf(mark)
      const isEndShown = mark.getBoundingClientRect().top <= lowerEdge(footer)
      if (scrollTop < lastScrollTop && !isEndShown) isFollowing.current = false
      lastScrollTop = scrollTop
    }

    const resizes = new ResizeObserver(keepAtEnd)
    for (const part of [items, mark.parentElement ?? items, footer]) resizes.observe(part)
    window.addEventListener('resize', keepAtEnd)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      resizes.disconnect()
      window.removeEventListener('resize', keepAtEnd)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [list, end, below, isShown])

  return {
    isFollowing,
    /** Until the reader scrolls to the end again. */
    stopFollowing() {
      isFollowing.current = false
    },
    /** Scrolls to the end and stays there. */
    showEnd() {
      isFollowing.current = true
      if (end.current && below.current) scrollToEnd(end.current, below.current)
    },
  }
}

function scrollToEnd(end: HTMLElement, below: HTMLElement): void {
  const scroller = scrollerOf(end)
  if (scroller !== document.scrollingElement) {
    scroller.scrollTo({ top: scroller.scrollHeight, behavior: 'instant' })
    return
  }
  const covered = end.getBoundingClientRect().bottom - lowerEdge(below)
  window.scrollBy({ top: Math.ceil(covered), behavior: 'instant' })
}

/**
 * Bottom of the visible part: the element below the list, or the window's edge where that element scrolls
 * with the page.
 */
function lowerEdge(below: HTMLElement): number {
  return Math.min(below.getBoundingClientRect().top, window.innerHeight)
}

/** Space above the divider, in pixels, that shows the last read comment. */
const ABOVE_LINE_PX = 96

/**
 * A thread in its own scroller opens at the unread divider, else at its end. A thread below a note starts
 * with the note.
 */
export function useInitialScroll(end: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useLayoutEffect(() => {
    if (!isLoaded || end.current === null) return
    const scroller = scrollerOf(end.current)
    if (scroller === document.scrollingElement) return
    const divider = document.getElementById(UNREAD_ID)
    if (divider === null) scroller.scrollTop = scroller.scrollHeight
    else
      scroller.scrollTop +=
        divider.getBoundingClientRect().top - scroller.getBoundingClientRect().top - ABOVE_LINE_PX
  }, [end, isLoaded])
}

/**
 * In the order of time, a reader who sees the end has read the thread. A change to that order therefore shows the unread divider, not
 * the end.
 */
export function useUnreadInOrderOfTime(
  isByPlace: boolean,
  isUnread: boolean,
  stopFollowing: () => void,
): void {
  const wasByPlace = useRef(isByPlace)
  const showDivider = useEffectEvent(() => {
    if (!isUnread) return
    stopFollowing()
    const divider = document.getElementById(UNREAD_ID)
    if (divider) bringIntoView(divider, 'center')
  })
  useLayoutEffect(() => {
    if (wasByPlace.current && !isByPlace) showDivider()
    wasByPlace.current = isByPlace
  }, [isByPlace])
}
