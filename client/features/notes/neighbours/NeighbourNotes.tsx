import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { NoteItemView } from '#protocol/notes.ts'
import { useNeighbours } from './useNeighbours.ts'
import './neighbours.css'

interface NeighbourNotesProps {
  noteNo: number
  topicNo: number
}

/** The ways on to the notes above and below this one in its topic's list. */
export function NeighbourNotes({ noteNo, topicNo }: NeighbourNotesProps) {
  const { before, after } = useNeighbours(noteNo, topicNo) ?? {}
  if (!before && !after) return null
  return (
    <nav className="neighbours no-print" aria-label={t('notes.neighbours')}>
      {before && <Neighbour note={before} side="before" />}
      {after && <Neighbour note={after} side="after" />}
    </nav>
  )
}

function Neighbour({ note, side }: { note: NoteItemView; side: 'before' | 'after' }) {
  const navigate = useNavigate()
  const address = paths.note(note.noteNo)

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
      <span className="neighbours__title">{note.title}</span>
    </Link>
  )
}
