import { type MouseEvent, type ToggleEvent, useEffect, useId, useState } from 'react'
import type { MarkdownHeading } from '#client/markdown/heading.rules.ts'
import { isPlainClick } from '#client/platform/browser/isPlainClick.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { scrollToHeading } from './headingNavigation.ts'
import { findLast, outlineEntries, readingLine } from './outline.rules.ts'
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
          onBeforeToggle={placeBelowStrip}
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
function placeBelowStrip({ currentTarget: list, newState }: ToggleEvent<HTMLElement>): void {
  const strip = list.parentElement?.getBoundingClientRect()
  if (newState !== 'open' || !strip) return
  list.style.insetBlockStart = `${strip.bottom}px`
  list.style.insetInlineStart = `${strip.left}px`
  list.style.inlineSize = `${strip.width}px`
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
    const listening = new AbortController()
    // Captures scroll events of the note's own scroll container, which do not bubble.
    const options = { passive: true, capture: true, signal: listening.signal }
    window.addEventListener('scroll', scheduleUpdate, options)
    window.addEventListener('resize', scheduleUpdate, options)
    update()
    return () => {
      listening.abort()
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
