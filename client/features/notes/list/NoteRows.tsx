import { useSetAtom } from 'jotai'
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NoteItemView, NoteOrder } from '#protocol/notes.ts'
import { NoteMenu } from './NoteMenu.tsx'
import { NoteMeta, NoteTime } from './NoteMeta.tsx'
import { noteListAtom } from './noteList.state.ts'
import type { RowSelection } from './SelectionBar.tsx'
import { type UnsavedNote, unsavedOfNote } from './unsavedNotes.ts'
import './noteRows.css'
import '#client/ui/Checkbox.css'

/** The note next to the list. */
export interface AdjacentNote {
  noteNo: number | null
  /** The URL is that of the note. Otherwise it is a preview. */
  isOpen: boolean
}

interface NoteRowsProps {
  topicNo: number
  notes: NoteItemView[]
  drafts: readonly UnsavedNote[]
  order: NoteOrder
  selection: RowSelection
  /** Another page is loading. */
  isWaiting: boolean
  /** In the workspace. */
  column: AdjacentNote | undefined
}

/** A page of notes: links, or checkboxes in selection mode. A long press starts the selection. */
export function NoteRows({ topicNo, notes, drafts, order, selection, isWaiting, column }: NoteRowsProps) {
  const currentRow = useRef<HTMLLIElement>(null)
  const openNo = column?.isOpen ? column.noteNo : null
  const longPress = useLongPress(pressed => {
    const row = pressed.closest<HTMLElement>('[data-note]')
    if (row) selection.begin(Number(row.dataset.note))
  })

  useEffect(() => {
    if (openNo !== null) currentRow.current?.scrollIntoView({ block: 'nearest' })
  }, [openNo])

  return (
    <ul
      className={`note-rows ${selection.isOn ? 'note-rows--selecting' : ''}`}
      data-live-rows
      aria-busy={isWaiting}
      {...selection.shiftKeyHandlers}
      {...longPress}
      onKeyDown={moveRowFocus}
    >
      {notes.map(note => {
        const isCurrent = note.noteNo === column?.noteNo
        return (
          <li
            ref={isCurrent ? currentRow : undefined}
            className={`note-row ${isCurrent ? 'note-row--current' : ''}`}
            key={note.noteNo}
            data-note={note.noteNo}
          >
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
            <div className="note-row__text">
              <NoteTitle note={note} isPicking={selection.isOn} column={column} order={order} />
              <NoteMeta
                note={note}
                draft={unsavedOfNote(note.noteNo, drafts)}
                isOpen={note.noteNo === openNo}
              />
            </div>
            {!selection.isOn && <NoteMenu note={note} topicNo={topicNo} />}
          </li>
        )
      })}
    </ul>
  )
}

interface NoteTitleProps {
  note: NoteItemView
  isPicking: boolean
  column: AdjacentNote | undefined
  order: NoteOrder
}

/** The title, which opens or selects the note, and its time. In the workspace the only headings are those of the screen and its note. */
function NoteTitle({ note, isPicking, column, order }: NoteTitleProps) {
  const Title = column ? 'p' : 'h2'
  const isCurrent = note.noteNo === column?.noteNo
  return (
    <div className="note-row__line">
      {note.isPinned && (
        <span className="note-row__pinned" title={t('notes.pinnedMark')}>
          <ToolIcon name="pin" />
          <span className="visually-hidden">{t('notes.pinnedMark')}</span>
        </span>
      )}
      <Title className="note-row__title" dir="auto">
        {isPicking ? (
          <label className="note-row__link" htmlFor={`pick-${note.noteNo}`}>
            {note.title}
          </label>
        ) : (
          <NoteRowLink note={note} isCurrent={isCurrent} isNoteOpen={column?.isOpen ?? false} />
        )}
      </Title>
      <span className="note-row__time">
        <NoteTime at={order === 'created' ? note.createdAt : note.lastUpdate} />
      </span>
    </div>
  )
}

interface NoteRowLinkProps {
  note: NoteItemView
  isCurrent: boolean
  /** The URL is that of a note. */
  isNoteOpen: boolean
}

function NoteRowLink({ note: { noteNo, title }, isCurrent, isNoteOpen }: NoteRowLinkProps) {
  const setNoteList = useSetAtom(noteListAtom)
  const navigate = useNavigate()
  const address = paths.note(noteNo)
  const isOpen = isCurrent && isNoteOpen

  /** From one note to another it replaces the history entry, so that Back returns to the list. The heading receives the focus. */
  function open(event: MouseEvent): void {
    if (!isNoteOpen) setNoteList(list => ({ ...list, selectedNoteNo: noteNo }))
    if (!isNoteOpen || !isPlainClick(event)) return
    event.preventDefault()
    requestHeadingFocus()
    void navigate(address, { replace: true })
  }

  return (
    <Link
      className="note-row__link"
      data-row
      to={address}
      aria-label={isOpen ? title : undefined}
      aria-current={isOpen ? 'page' : isCurrent || undefined}
      onClick={open}
    >
      {isOpen ? <DecorativeText words={title} /> : title}
    </Link>
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
    onPointerDown({ currentTarget, pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      cancel()
      hasFired.current = false
      // React also passes on events of the sheets that a row opens.
      if (pointerType !== 'touch' || !(target instanceof Element) || !currentTarget.contains(target)) return
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
