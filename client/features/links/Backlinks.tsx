import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { pathOfLinked } from './linkedNotes.ts'
import { useBacklinks } from './links.queries.ts'
import './backlinks.css'

/** The notes that link to a note, below it. Nothing if there is none. */
export function Backlinks({ noteNo }: { noteNo: number }) {
  const backlinks = useBacklinks(noteNo)
  if (!backlinks || backlinks.notes.length === 0) return null
  return (
    <nav className="backlinks no-print" aria-labelledby={`backlinks-${noteNo}`}>
      <h2 className="backlinks__title" id={`backlinks-${noteNo}`}>
        {t('links.backlinks')}
      </h2>
      <ul className="backlinks__list">
        {backlinks.notes.map(note => (
          <li key={note.noteNo}>
            <Link className="backlinks__link" to={pathOfLinked(note)} dir="auto">
              {note.title}
            </Link>
          </li>
        ))}
      </ul>
      {backlinks.hasMore && <p className="backlinks__more">{t('links.more')}</p>}
    </nav>
  )
}
