import { useLatestNotes } from '#client/features/home/member/home.queries.ts'
import { NoteTime } from '#client/features/notes/list/NoteMeta.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import '#client/ui/listRow.css'

/** Links to the notes that the user changed last. Nothing while loading. */
export function RecentNotes() {
  const notes = useLatestNotes().data?.notes ?? []
  if (notes.length === 0) return null
  return (
    <section className="missing__recent" aria-labelledby="missing-recent">
      <h2 id="missing-recent">{t('missing.recent')}</h2>
      <Card padded={false}>
        <ul>
          {notes.map(({ noteNo, title, subjectTitle, lastUpdate }) => (
            <li className="list-row" key={noteNo}>
              <div className="list-row__text">
                <p className="list-row__title" dir="auto">
                  <Link className="list-row__link" to={paths.note(noteNo)}>
                    {title}
                  </Link>
                </p>
                <p className="list-row__meta">
                  <span dir="auto">{subjectTitle}</span>
                  <NoteTime at={lastUpdate} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
