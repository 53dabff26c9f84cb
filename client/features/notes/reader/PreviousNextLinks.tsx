import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { isPlainClick } from '#client/platform/browser/isPlainClick.ts'
import { setNavigationFlag } from '#client/platform/browser/navigationFocus.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import './adjacentNotes.css'

interface AdjacentNote {
  title: string
  address: string
}

interface PreviousNextLinksProps {
  label: string
  before: AdjacentNote | undefined
  after: AdjacentNote | undefined
}

/** Links at the end of a note. */
export function PreviousNextLinks({ label, before, after }: PreviousNextLinksProps) {
  if (!before && !after) return null
  return (
    <nav className="previous-next no-print" aria-label={label}>
      {before && <PreviousNextLink {...before} side="before" />}
      {after && <PreviousNextLink {...after} side="after" />}
    </nav>
  )
}

function PreviousNextLink({ title, address, side }: AdjacentNote & { side: 'before' | 'after' }) {
  const navigate = useNavigate()

  /** Replaces the history entry, so that Back returns to the list after any number of notes. */
  function openNote(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    setNavigationFlag()
    void navigate(address, { replace: true })
    window.scrollTo(0, 0)
  }

  return (
    <Link className={`previous-next__link previous-next__link--${side}`} to={address} onClick={openNote}>
      <span className="previous-next__direction">
        <Icon name="back" />
        {t(side === 'before' ? 'notes.noteBefore' : 'notes.noteAfter')}
      </span>
      <span className="previous-next__title" dir="auto">
        {title}
      </span>
    </Link>
  )
}
