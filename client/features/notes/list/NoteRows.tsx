import { useSetAtom } from 'jotai'
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { paths } from '#client/paths.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import type { NoteItemView, NoteOrder } from '#protocol/notes.ts'
import { NoteMenu } from './NoteMenu.tsx'
import { NoteMeta } from './NoteMeta.tsx'
import { noteListAtom } from './noteList.state.ts'
import type { RowSelection } from './SelectionBar.tsx'
import { draftOfNote } from './unsavedDrafts.ts'
import '#client/ui/listRow.css'
import '#client/ui/Checkbox.css'

interface NoteRowsProps {
  topicNo: number
  notes: NoteItemView[]
  drafts: readonly UnlockedDraft[]
  order: NoteOrder
  selection: RowSelection
  /** Another page is loading. */
  isWaiting: boolean
}

/** A page of notes: links, or checkboxes in selection mode. A long press starts the selection. */
export function NoteRows({ topicNo, notes, drafts, order, selection, isWaiting }: NoteRowsProps) {
  const setNoteList = useSetAtom(noteListAtom)
  const longPress = useLongPress(pressed => {
    const row = pressed.closest<HTMLElement>('[data-note]')
    if (row) selection.begin(Number(row.dataset.note))
  })

  return (
    <Card padded={false} aria-busy={isWaiting} className={selection.isOn ? 'note-rows--selecting' : ''}>
      <ul data-live-rows {...selection.shiftKeyHandlers} {...longPress} onKeyDown={moveRowFocus}>
        {notes.map(note => (
          <li className="list-row note-row" key={note.noteNo} data-note={note.noteNo}>
            {selection.isOn && (
              <input
                type="checkbox"
                className="checkbox__box"
                id={`pick-${note.noteNo}`}
                data-row
                checked={selection.noteNos.has(note.noteNo)}
                onChange={() => selection.toggle(note.noteNo)}
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
              <NoteMeta note={note} draft={draftOfNote(note.noteNo, drafts)} order={order} />
            </div>
            {!selection.isOn && <NoteMenu note={note} topicNo={topicNo} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const LONG_PRESS_MS = 450
/** A finger that moves further scrolls. In CSS pixels. */
const MOVE_TOLERANCE_PX = 8

/** Calls `onLongPress` while a finger holds an element, and suppresses the click and the context menu that follow. */
function useLongPress(onLongPress: (pressed: Element) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const hasFired = useRef(false)

  function cancel(): void {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      cancel()
      hasFired.current = false
      if (pointerType !== 'touch' || !(target instanceof Element)) return
      const timer = setTimeout(() => {
        hasFired.current = true
        onLongPress(target)
      }, LONG_PRESS_MS)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const start = press.current
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MOVE_TOLERANCE_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu(event: MouseEvent) {
      if (press.current || hasFired.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      if (!hasFired.current) return
      hasFired.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
