import { type RefObject, useLayoutEffect } from 'react'
import { scrollerOf } from '#client/platform/browser/scroller.ts'
import { UNREAD_ID } from './UnreadLine.tsx'

/** Room above the line, in pixels, in which the last comment that is read can be seen. */
const ABOVE_LINE_PX = 96

/** A thread that is scrolled by itself opens at what is not read, else at its end. Below a note the note comes first. */
export function useOpeningPlace(end: RefObject<HTMLElement | null>, isKnown: boolean): void {
  useLayoutEffect(() => {
    if (!isKnown || end.current === null) return
    const scroller = scrollerOf(end.current)
    if (scroller === document.scrollingElement) return
    const line = document.getElementById(UNREAD_ID)
    if (line === null) scroller.scrollTop = scroller.scrollHeight
    else
      scroller.scrollTop +=
        line.getBoundingClientRect().top - scroller.getBoundingClientRect().top - ABOVE_LINE_PX
  }, [end, isKnown])
}
