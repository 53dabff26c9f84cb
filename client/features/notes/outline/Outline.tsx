import { type MouseEvent, type ToggleEvent, useId } from 'react'
import type { WrittenHeading } from '#client/markdown/heading.rules.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { shownHeadings } from './outline.rules.ts'
import { showHeading } from './showHeading.ts'
import { useCurrentHeading } from './useCurrentHeading.ts'
import './outline.css'

/** The headings of a long note: beside it where there is room, else behind a strip that stays at the top. */
export function Outline({ headings }: { headings: readonly WrittenHeading[] }) {
  const current = useCurrentHeading(headings)
  const list = useId()
  const entries = <Entries headings={headings} current={current} />
  return (
    <>
      <nav className="outline-beside no-print" aria-label={t('notes.outline')}>
        <div className="outline-beside__sticking">
          <p className="outline-beside__title" aria-hidden="true">
            {t('notes.outline')}
          </p>
          {entries}
        </div>
      </nav>
      <div className="outline-strip no-print">
        <button type="button" className="outline-strip__button" popoverTarget={list}>
          <ToolIcon name="outline" />
          {t('notes.outline')}
          <span className="outline-strip__current">{current?.words}</span>
          <Icon name="chevron" />
        </button>
        <nav
          id={list}
          className="outline-strip__list"
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
  headings: readonly WrittenHeading[]
  current: WrittenHeading | undefined
}

function Entries({ headings, current }: EntriesProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>, { id }: WrittenHeading) {
    if (!isPlainPress(event)) return
    event.preventDefault()
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    showHeading(id)
  }

  return (
    <ol className="outline">
      {shownHeadings(headings).map(({ heading, depth }) => (
        <li key={heading.id}>
          <a
            className={`outline__link outline__link--${depth}`}
            href={`#${heading.id}`}
            aria-current={heading === current ? 'location' : undefined}
            onClick={event => follow(event, heading)}
          >
            <span className="outline__words">{heading.words}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

/** What pops up lies above the page, and knows nothing of the strip. */
function placeBelowStrip({ currentTarget: list, newState }: ToggleEvent<HTMLElement>): void {
  const strip = list.parentElement?.getBoundingClientRect()
  if (newState !== 'open' || !strip) return
  list.style.insetBlockStart = `${strip.bottom}px`
  list.style.insetInlineStart = `${strip.left}px`
  list.style.inlineSize = `${strip.width}px`
}
