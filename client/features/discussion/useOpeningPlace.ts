import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { setTabStart } from '#client/platform/browser/setTabStart.ts'
import { useIsBackNavigation } from '#client/platform/router/useIsBackNavigation.ts'
import type { Opening } from './feed.opening.ts'

type Part = RefObject<HTMLElement | null>

const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Has a page begin at its first unread note, at its top when older pages have some, else at its end. Who came back stands where
 * they left; whoever has touched anything meanwhile stays where they are when the page's answer comes. `isElsewhere`: it begins where
 * the screen does.
 */
export function useOpeningPlace(
  { pageNo, firstUnreadSeq, isFresh }: Opening,
  { hasOlderUnread, isElsewhere }: { hasOlderUnread: boolean; isElsewhere: boolean },
  list: Part,
  end: Part,
): void {
  const isReturn = useIsBackNavigation()
  const placed = useRef<number | null>(null)
  const hasTouched = useRef(false)
  const isAtEnd = useRef(false)

  useEffect(() => {
    const touch = () => {
      hasTouched.current = true
    }
    for (const name of BY_HAND) window.addEventListener(name, touch, { passive: true })
    return () => {
      for (const name of BY_HAND) window.removeEventListener(name, touch)
    }
  }, [])

  // A phone's bar comes after the screen, and would cover the end.
  useEffect(() => {
    const before = barBelow()
    const resizes = new ResizeObserver(() => {
      if (barBelow() === before) return
      resizes.disconnect()
      if (isAtEnd.current && !hasTouched.current) showEnd(list, end)
    })
    resizes.observe(document.documentElement)
    return () => resizes.disconnect()
  }, [list, end])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer opens the page anew
  useLayoutEffect(() => {
    const isPlaced = placed.current === pageNo
    placed.current = pageNo
    isAtEnd.current = false
    if (isElsewhere || isReturn || (isPlaced && hasTouched.current)) return
    const unread = list.current?.querySelector<HTMLElement>(`[data-seq="${firstUnreadSeq}"]`)
    if (hasOlderUnread) {
      window.scrollTo({ top: 0, behavior: 'instant' })
    } else if (!unread) {
      isAtEnd.current = true
      showEnd(list, end)
    } else if (unread !== list.current?.firstElementChild) {
      // Before the first card of all the line is in sight from the top.
      unread.scrollIntoView({ block: 'start' })
      setTabStart(unread)
    }
  }, [pageNo, isFresh, isReturn, isElsewhere])
}

function showEnd(list: Part, end: Part): void {
  end.current?.scrollIntoView({ block: 'end' })
  const last = list.current?.lastElementChild?.querySelector('h2')
  if (last) setTabStart(last)
}

/** How high it is, as a style says; empty where there is none. */
const barBelow = () => getComputedStyle(document.documentElement).getPropertyValue('--bottom-bar')
