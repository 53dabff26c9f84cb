import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { PageIndex } from '#protocol/paging.ts'
import './columns.css'

const LABELS = {
  topics: { all: 'notes.topicPages', before: 'notes.topicsBefore', after: 'notes.topicsAfter' },
  notes: { all: 'notes.notePages', before: 'notes.notesBefore', after: 'notes.notesAfter' },
  rooms: { all: 'hubs.railPages', before: 'hubs.railBefore', after: 'hubs.railAfter' },
} as const

interface ColumnPagerProps {
  of: keyof typeof LABELS
  index: PageIndex
  onGo: (page: number) => void
}

/** Pagination of a side column. Its labels differ from those of the main column's page index. */
export function ColumnPager({ of, index, onGo }: ColumnPagerProps) {
  const { curPageNum, lastPageNum } = index
  if (lastPageNum === 1) return null
  const { all, before, after } = LABELS[of]
  return (
    <nav className="column-pager" aria-label={t(all)}>
      <Button
        kind="quiet"
        aria-label={t(before)}
        disabled={curPageNum === 1}
        onClick={() => onGo(curPageNum - 1)}
      >
        <Icon name="back" />
      </Button>
      <span className="column-pager__position">
        {curPageNum} / {lastPageNum}
      </span>
      <Button
        kind="quiet"
        className="column-pager__next"
        aria-label={t(after)}
        disabled={curPageNum === lastPageNum}
        onClick={() => onGo(curPageNum + 1)}
      >
        <Icon name="back" />
      </Button>
    </nav>
  )
}

/** Moves the focus between the `[data-row]` elements of a list with the arrow keys, Home and End. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(target as HTMLElement)
  if (at < 0) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (next === undefined) return
  // Prevents scrolling at the ends of the list as well.
  event.preventDefault()
  rows[next]?.focus()
}

/** Scroll offsets in pixels by name, for this tab. */
const offsets = new Map<string, number>()

/** Restores the scroll offset last saved under this name, even from another screen. Returns the ref for the scroll container. */
export function useScrollRestoration(name: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const current = useRef(0)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const offset = offsets.get(name) ?? 0
    // Compares with the copy: reading `scrollTop` would force a layout of the whole screen.
    if (offset !== current.current) element.scrollTop = offset
    current.current = offset
    const saveOffset = () => {
      current.current = element.scrollTop
      offsets.set(name, current.current)
    }
    element.addEventListener('scroll', saveOffset, { passive: true })
    return () => element.removeEventListener('scroll', saveOffset)
  }, [name])

  return scroller
}
