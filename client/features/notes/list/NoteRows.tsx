import { useSetAtom } from 'jotai'
import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { paths } from '#client/paths.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import type { NoteItemView, NoteOrder } from '#protocol/notes.ts'
import { draftOn } from './drafts.rules.ts'
import { NoteMenu } from './NoteMenu.tsx'
import { NoteMeta } from './NoteMeta.tsx'
import { noteListAtom } from './notes.state.ts'
import { moveRowFocus } from './rovingFocus.ts'
import { useLongPress } from './useLongPress.ts'
import type { RowSelection } from './useSelection.ts'
import '#client/ui/listRow.css'
import '#client/ui/Checkbox.css'

interface NoteRowsProps {
  topicNo: number
  notes: NoteItemView[]
  drafts: readonly LeftDraft[]
  order: NoteOrder
  selection: RowSelection
  /** The rows of another page are on their way. */
  isWaiting: boolean
}

/** The notes of a page: each a link to it, or, while several are picked, a box to tick. */
export function NoteRows({ topicNo, notes, drafts, order, selection, isWaiting }: NoteRowsProps) {
  const setNoteList = useSetAtom(noteListAtom)
  const longPress = useLongPress(pressed => {
    const row = pressed.closest<HTMLElement>('[data-note]')
    if (row) selection.begin(Number(row.dataset.note))
  })

  return (
    <Card padded={false} aria-busy={isWaiting} className={selection.isOn ? 'note-rows--selecting' : ''}>
      <ul data-live-rows {...selection.watch} {...longPress} onKeyDown={moveRowFocus}>
        {notes.map(note => (
          <li className="list-row note-row" key={note.noteNo} data-note={note.noteNo}>
            {selection.isOn && (
              <input
                type="checkbox"
                className="checkbox__box"
                id={`pick-${note.noteNo}`}
                data-row
                checked={selection.noteNos.has(note.noteNo)}
                onChange={() => selection.press(note.noteNo)}
              />
            )}
            <div className="list-row__text">
              <h2 className="list-row__title note-row__title" dir="auto">
                {selection.isOn ? (
                  <label className="list-row__link" htmlFor={`pick-${note.noteNo}`}>
                    {note.title}
                  </label>
                ) : (
                  <Link
                    className="list-row__link"
                    data-row
                    to={paths.note(note.noteNo)}
                    onClick={() => setNoteList(list => ({ ...list, selectedNoteNo: note.noteNo }))}
                  >
                    {note.title}
                  </Link>
                )}
              </h2>
              <NoteMeta note={note} draft={draftOn(note.noteNo, drafts)} order={order} />
            </div>
            {!selection.isOn && <NoteMenu note={note} topicNo={topicNo} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
