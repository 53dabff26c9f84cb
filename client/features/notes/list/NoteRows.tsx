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
import { NoteMenu } from './NoteMenu.tsx'
import { noteListAtom } from './notes.state.ts'
import '#client/ui/listRow.css'

interface NoteRowsProps {
  topicNo: number
  notes: NoteItemView[]
  drafts: readonly LeftDraft[]
  /** The rows of another page are on their way. */
  isWaiting: boolean
}

export function NoteRows({ topicNo, notes, drafts, isWaiting }: NoteRowsProps) {
  const setNoteList = useSetAtom(noteListAtom)
  const unsaved = new Set(drafts.map(({ subject }) => 'noteNo' in subject && subject.noteNo))
  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul>
        {notes.map(note => (
          <li className="list-row" key={note.noteNo}>
            <div className="list-row__text">
              <h2 className="list-row__title">
                <Link
                  className="list-row__link"
                  to={paths.note(note.noteNo)}
                  onClick={() => setNoteList(list => ({ ...list, selectedNoteNo: note.noteNo }))}
                >
                  {note.title}
                </Link>
              </h2>
              <p className="list-row__facts">
                <RelativeTime at={note.lastUpdate} />
                <span>{t('common.manuscriptPages', { pages: manuscriptPages(note.length) })}</span>
                {unsaved.has(note.noteNo) && <DraftMark />}
              </p>
            </div>
            {note.sharedCount > 0 && (
              <p className="note-list__shared">{t('notes.sharedCount', { count: note.sharedCount })}</p>
            )}
            <NoteMenu note={note} topicNo={topicNo} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
