import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import './NewItemsBar.css'

interface NewItemsBarProps {
  /** Marks the top of the list, to which `onShow` may scroll. */
  mark: RefObject<HTMLDivElement | null>
  isShown: boolean
  onShow: () => void
  /** The number of new items. */
  children: ReactNode
}

/** Offers new items instead of shifting what the user reads. Place it before the list, in a flex column with a gap of 24 px. */
export function NewItemsBar({ mark, isShown, onShow, children }: NewItemsBarProps) {
  return (
    <>
      <div ref={mark} className="new-items__mark" />
      {isShown && (
        <div className="new-items">
          <Button kind="primary" className="new-items__button" onClick={onShow}>
            {children}
          </Button>
        </div>
      )}
    </>
  )
}

/** The height of the header, in pixels. */
const HEADER_PX = 60

/** Whether the element with the ref `mark`, at the top of a list, is visible. */
export function useIsAtTop(): { mark: RefObject<HTMLDivElement | null>; isAtTop: boolean } {
  const mark = useRef<HTMLDivElement>(null)
  const [isAtTop, setAtTop] = useState(true)

  useEffect(() => {
    if (mark.current === null) return
    const observer = new IntersectionObserver(entries => setAtTop(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: `-${HEADER_PX}px 0px 0px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])

  return { mark, isAtTop }
}

interface ListPosition {
  pageNo: number
  /** Items of others are shown up to this number; newer ones are hidden. */
  shownUpTo: number
  /** The newest item of others on the page so far. */
  newest: number
  /** The newest item when the page was opened. */
  openedAt: number
}

/**
 * The number up to which a list shows the items of others; newer items have higher numbers. A new item is shown at once if the user
 * `follows` the list and no other item is hidden. Otherwise it is hidden until the user asks for it, so that the list does not shift.
 * `newest` is 0 for a list without items of others.
 */
export function useShownUpTo(pageNo: number, newest: number, follows: boolean) {
  const [position, setPosition] = useState<ListPosition>({
    pageNo,
    shownUpTo: newest,
    newest,
    openedAt: newest,
  })

  if (position.pageNo !== pageNo) setPosition({ pageNo, shownUpTo: newest, newest, openedAt: newest })
  else if (position.newest !== newest) {
    const shows = follows && position.shownUpTo >= position.newest
    setPosition({ ...position, newest, shownUpTo: shows ? newest : Math.min(position.shownUpTo, newest) })
  }

  return {
    shownUpTo: position.shownUpTo,
    openedAt: position.openedAt,
    showWaiting: () => setPosition({ ...position, shownUpTo: newest }),
  }
}
