import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { setTabStart } from '#client/platform/browser/focus.ts'
import { useIsBackNavigation } from '#client/platform/router/navigation.ts'
import type { FeedSnapshot } from './useFeed.ts'

type ElementRef = RefObject<HTMLElement | null>

const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Scrolls a page to its first unread note, to its top if older pages have unread notes, or else to its end.
 * Back navigation and user input keep the scroll position. `startsAtTop` disables it.
 */
export function useInitialScroll(
  { pageNo, firstUnreadSeq, isFromServer }: FeedSnapshot,
  { hasOlderUnread, startsAtTop }: { hasOlderUnread: boolean; startsAtTop: boolean },
  list: ElementRef,
  end: ElementRef,
): void {
  const isReturn = useIsBackNavigation()
  const scrolledPage = useRef<number | null>(null)
  const hasTouched = useRef(false)
  const isAtEnd = useRef(false)

  useEffect(() => {
    const touch = () => {
      hasTouched.current = true
    }
    for (const name of USER_INPUT_EVENTS) window.addEventListener(name, touch, { passive: true })
    return () => {
      for (const name of USER_INPUT_EVENTS) window.removeEventListener(name, touch)
    }
  }, [])

  // The bottom bar of phones renders after the screen and would cover the end.
  useEffect(() => {
    const before = bottomBarHeight()
    const resizes = new ResizeObserver(() => {
      if (bottomBarHeight() === before) return
      resizes.disconnect()
      if (isAtEnd.current && !hasTouched.current) showEnd(list, end)
    })
    resizes.observe(document.documentElement)
    return () => resizes.disconnect()
  }, [list, end])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a response restarts the page
  useLayoutEffect(() => {
    const hasScrolled = scrolledPage.current === pageNo
    scrolledPage.current = pageNo
    isAtEnd.current = false
    if (startsAtTop || isReturn || (hasScrolled && hasTouched.current)) return
    const unread = list.current?.querySelector<HTMLElement>(`[data-seq="${firstUnreadSeq}"]`)
    if (hasOlderUnread) {
      window.scrollTo({ top: 0, behavior: 'instant' })
    } else if (!unread) {
      isAtEnd.current = true
      showEnd(list, end)
    } else if (unread !== list.current?.firstElementChild) {
      // Above the first card the divider is visible from the top.
      unread.scrollIntoView({ block: 'start' })
      setTabStart(unread)
    }
  }, [pageNo, isFromServer, isReturn, startsAtTop])
}

function showEnd(list: ElementRef, end: ElementRef): void {
  end.current?.scrollIntoView({ block: 'end' })
  const last = list.current?.lastElementChild?.querySelector('h2')
  if (last) setTabStart(last)
}

/** Height of the bottom bar, or empty. */
const bottomBarHeight = () => getComputedStyle(document.documentElement).getPropertyValue('--bottom-bar')
