import { useSetAtom } from 'jotai'
import type { LeftDraft } from '#client/features/notes/editor/note.drafts.ts'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { NoteItemView } from '#protocol/notes.ts'
import { DraftMark } from './DraftList.tsx'
import { noteListAtom } from './notes.state.ts'
import '#client/ui/listRow.css'

interface NoteRowsProps {
  notes: NoteItemView[]
  drafts: readonly LeftDraft[]
  /** The rows of another page are on their way. */
  isWaiting: boolean
}

export function NoteRows({ notes, drafts, isWaiting }: NoteRowsProps) {
  const setNoteList = useSetAtom(noteListAtom)
  const unsaved = new Set(drafts.map(({ subject }) => 'noteNo' in subject && subject.noteNo))
  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul>
        {notes.map(({ noteNo, title, lastUpdate, length, sharedCount }) => (
          <li className="list-row" key={noteNo}>
            <div className="list-row__text">
              <h2 className="list-row__title">
                <Link
                  className="list-row__link"
                  to={paths.note(noteNo)}
                  onClick={() => setNoteList(list => ({ ...list, selectedNoteNo: noteNo }))}
                >
                  {title}
                </Link>
              </h2>
              <p className="list-row__facts">
                <RelativeTime at={lastUpdate} />
                <span>{t('common.manuscriptPages', { pages: manuscriptPages(length) })}</span>
                {unsaved.has(noteNo) && <DraftMark />}
              </p>
            </div>
            {sharedCount > 0 && (
              <p className="note-list__shared">{t('notes.sharedCount', { count: sharedCount })}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
