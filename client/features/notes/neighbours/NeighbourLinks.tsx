import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import './neighbours.css'

interface Neighbour {
  title: string
  address: string
}

interface NeighbourLinksProps {
  label: string
  before: Neighbour | undefined
  after: Neighbour | undefined
}

/** The ways on from the end of a note. */
export function NeighbourLinks({ label, before, after }: NeighbourLinksProps) {
  if (!before && !after) return null
  return (
    <nav className="neighbours no-print" aria-label={label}>
      {before && <NeighbourLink {...before} side="before" />}
      {after && <NeighbourLink {...after} side="after" />}
    </nav>
  )
}

function NeighbourLink({ title, address, side }: Neighbour & { side: 'before' | 'after' }) {
  const navigate = useNavigate()

  /** In place of this note, so that the way back leads to the list, however many were read one after the other. */
  function follow(event: MouseEvent) {
    if (!isPlainPress(event)) return
    event.preventDefault()
    expectArrival()
    void navigate(address, { replace: true })
    window.scrollTo(0, 0)
  }

  return (
    <Link className={`neighbours__link neighbours__link--${side}`} to={address} onClick={follow}>
      <span className="neighbours__side">
        <Icon name="back" />
        {t(side === 'before' ? 'notes.noteBefore' : 'notes.noteAfter')}
      </span>
      <span className="neighbours__title" dir="auto">
        {title}
      </span>
    </Link>
  )
}
