import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import type { LinkedNoteView } from '#protocol/links.ts'
import { pathOfLinked } from './linkedNotes.ts'
import { useBacklinks } from './links.queries.ts'
import './backlinks.css'

/** The notes that link to a note, below it. Nothing if there is none. */
export function Backlinks({ noteNo }: { noteNo: number }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useBacklinks(noteNo)
  const notes = uniqueNotes(data?.pages ?? [])
  if (notes.length === 0) return null
  return (
    <nav className="backlinks no-print" aria-labelledby={`backlinks-${noteNo}`}>
      <h2 className="backlinks__title" id={`backlinks-${noteNo}`}>
        {t('links.backlinks')}
      </h2>
      <ul className="backlinks__list">
        {notes.map(note => (
          <li key={note.noteNo}>
            <Link className="backlinks__link" to={pathOfLinked(note)} dir="auto">
              {note.title}
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('links.more')}
        </Button>
      )}
    </nav>
  )
}

/** A note that was changed between the requests of two pages is on both. */
function uniqueNotes(pages: readonly { notes: LinkedNoteView[] }[]): LinkedNoteView[] {
  return [...new Map(pages.flatMap(page => page.notes).map(note => [note.noteNo, note])).values()]
}
