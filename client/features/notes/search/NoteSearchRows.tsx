import { NoteTime } from '#client/features/notes/list/NoteTime.tsx'
import { Marked } from '#client/features/search/Marked.tsx'
import { paths } from '#client/paths.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import type { MarkedLine, MarkedText, NoteSearchResult } from '#protocol/noteSearch.ts'

interface NoteSearchRowsProps {
  notes: NoteSearchResult[]
  /** The rows of another page are on their way. */
  isWaiting: boolean
}

export function NoteSearchRows({ notes, isWaiting }: NoteSearchRowsProps) {
  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul>
        {notes.map(({ noteNo, hubNo, title, excerpt, marks, author, isAuthor, subjectTitle, lastUpdate }) => (
          <li className="list-row" key={noteNo}>
            <div className="list-row__text">
              <h2 className="list-row__title" dir="auto">
                <Link
                  className="list-row__link found__link"
                  to={hubNo === null ? paths.note(noteNo) : paths.noteInHub(noteNo, hubNo)}
                >
                  <Marked line={marks?.title ?? lineOf(title)} hit="found__hit" />
                </Link>
              </h2>
              <p className="found__excerpt" dir="auto">
                <Marked line={marks?.excerpt ?? lineOf(excerpt)} hit="found__hit" />
              </p>
              <p className="list-row__facts">
                <NoteTime at={lastUpdate} />
                <span dir="auto">{subjectTitle}</span>
                {!isAuthor && <bdi>{author}</bdi>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** As nodes of the release before tell it. */
function lineOf({ before, hit, after }: MarkedText): MarkedLine {
  const pieces = [
    { text: before, isHit: false },
    { text: hit, isHit: true },
    { text: after, isHit: false },
  ]
  return pieces.filter(({ text }) => text !== '')
}
