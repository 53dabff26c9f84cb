import { NoteTime } from '#client/features/notes/list/NoteTime.tsx'
import { paths } from '#client/paths.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import type { FoundNoteView, MarkedText } from '#protocol/noteFinding.ts'

interface FoundRowsProps {
  notes: FoundNoteView[]
  /** The rows of another page are on their way. */
  isWaiting: boolean
}

export function FoundRows({ notes, isWaiting }: FoundRowsProps) {
  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul>
        {notes.map(({ noteNo, hubNo, title, excerpt, author, isAuthor, subjectTitle, lastUpdate }) => (
          <li className="list-row" key={noteNo}>
            <div className="list-row__text">
              <h2 className="list-row__title">
                <Link
                  className="list-row__link found__link"
                  to={hubNo === null ? paths.note(noteNo) : paths.noteInHub(noteNo, hubNo)}
                >
                  <Marked text={title} />
                </Link>
              </h2>
              <p className="found__excerpt">
                <Marked text={excerpt} />
              </p>
              <p className="list-row__facts">
                <NoteTime at={lastUpdate} />
                <span>{subjectTitle}</span>
                {!isAuthor && <span>{author}</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Marked({ text: { before, hit, after } }: { text: MarkedText }) {
  return (
    <>
      {before}
      {hit !== '' && <mark className="found__hit">{hit}</mark>}
      {after}
    </>
  )
}
