import { type MouseEvent, type ToggleEvent, useEffect, useId, useState } from 'react'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { MarkdownHeading } from '#protocol/markdown/heading.rules.ts'
import { scrollToHeading } from './headingNavigation.ts'
import './outline.css'

/** The headings of a long note, next to it in a wide window, otherwise in a popover of a sticky bar. */
export function Outline({ headings }: { headings: readonly MarkdownHeading[] }) {
  const current = useCurrentHeading(headings)
  const list = useId()
  const entries = <Entries headings={headings} current={current} />
  return (
    <>
      <nav className="outline-sidebar no-print" aria-label={t('notes.outline')}>
        <div className="outline-sidebar__sticky">
          <p className="outline-sidebar__title" aria-hidden="true">
            {t('notes.outline')}
          </p>
          {entries}
        </div>
      </nav>
      <div className="outline-bar no-print">
        <button type="button" className="outline-bar__button" popoverTarget={list}>
          <ToolIcon name="outline" />
          {t('notes.outline')}
          <span className="outline-bar__current">{current?.words}</span>
          <Icon name="chevron" />
        </button>
        <nav
          id={list}
          className="outline-bar__list"
          popover="auto"
          aria-label={t('notes.outline')}
          onBeforeToggle={placeBelowBar}
        >
          {entries}
        </nav>
      </div>
    </>
  )
}

interface EntriesProps {
  headings: readonly MarkdownHeading[]
  current: MarkdownHeading | undefined
}

function Entries({ headings, current }: EntriesProps) {
  function openHeading(event: MouseEvent<HTMLAnchorElement>, { id }: MarkdownHeading) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    scrollToHeading(id)
  }

  return (
    <ol className="outline">
      {outlineEntries(headings).map(({ heading, depth }) => (
        <li key={heading.id}>
          <a
            className={`outline__link outline__link--${depth}`}
            href={`#${heading.id}`}
            aria-current={heading === current ? 'location' : undefined}
            onClick={event => openHeading(event, heading)}
          >
            <span className="outline__text">{heading.words}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

/** Positions the popover, which is in the top layer, below the bar. */
function placeBelowBar({ currentTarget: list, newState }: ToggleEvent<HTMLElement>): void {
  const bar = list.parentElement?.getBoundingClientRect()
  if (newState !== 'open' || !bar) return
  list.style.insetBlockStart = `${bar.bottom}px`
  list.style.insetInlineStart = `${bar.left}px`
  list.style.inlineSize = `${bar.width}px`
}

/** The heading of the section being read; undefined before the first. */
function useCurrentHeading(headings: readonly MarkdownHeading[]): MarkdownHeading | undefined {
  const [current, setCurrent] = useState<MarkdownHeading>()

  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      const line = readingLine(window.innerHeight, remainingScroll(headings[0]))
      setCurrent(findLast(headings, ({ id }) => topOf(id) < line))
    }
    const scheduleUpdate = () => {
      if (frame === 0) frame = requestAnimationFrame(update)
    }
    const aborter = new AbortController()
    // Captures scroll events of the note's own scroll container, which do not bubble.
    const options = { passive: true, capture: true, signal: aborter.signal }
    window.addEventListener('scroll', scheduleUpdate, options)
    window.addEventListener('resize', scheduleUpdate, options)
    update()
    return () => {
      aborter.abort()
      cancelAnimationFrame(frame)
    }
  }, [headings])

  return current
}

/** How many pixels the scroll container of the headings can still scroll down. */
function remainingScroll(heading: MarkdownHeading | undefined): number {
  const element = heading && document.getElementById(heading.id)
  if (!element) return Number.POSITIVE_INFINITY
  const { scrollHeight, scrollTop, clientHeight } = scrollerOf(element)
  return scrollHeight - scrollTop - clientHeight
}

/** In pixels from the top of the window; infinite for a heading that is not rendered yet. */
function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}

/** A note with fewer headings has no outline. */
export const OUTLINE_HEADINGS_MIN = 3
/** A note that consists of `#` characters only has thousands of headings. */
const ENTRIES_MAX = 100
const INDENT_MAX = 2

/** The entries of an outline. The highest level that the note uses has no indent. */
export function outlineEntries(headings: readonly MarkdownHeading[]) {
  const shown = headings.slice(0, ENTRIES_MAX)
  const highest = Math.min(...shown.map(({ level }) => level))
  return shown.map(heading => ({ heading, depth: Math.min(heading.level - highest, INDENT_MAX) }))
}

/** A fraction of the viewport height. The section that begins above this line is being read. */
const READING_LINE = 0.3

/**
 * The reading line in pixels from the top of a viewport that can still scroll down by `remaining` pixels. Towards the end it moves to
 * the bottom, because the last sections cannot scroll further up.
 */
export function readingLine(height: number, remaining: number): number {
  return height - Math.min(remaining, height * (1 - READING_LINE))
}

/** Binary search for the last item that matches. All items before a match must match as well. */
export function findLast<Item>(items: readonly Item[], matches: (item: Item) => boolean): Item | undefined {
  let start = 0
  let end = items.length
  while (start < end) {
    const middle = (start + end) >> 1
    const item = items[middle]
    if (item !== undefined && matches(item)) start = middle + 1
    else end = middle
  }
  return items[start - 1]
}
