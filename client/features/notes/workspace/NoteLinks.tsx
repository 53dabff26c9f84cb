import { type MouseEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { draftOn } from '#client/features/notes/list/drafts.rules.ts'
import { NoteMeta } from '#client/features/notes/list/NoteMeta.tsx'
import { moveRowFocus } from '#client/features/notes/list/rovingFocus.ts'
import { paths } from '#client/paths.ts'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { isPlainPress } from '#client/platform/browser/press.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import type { NoteItemView, NoteOrder } from '#protocol/notes.ts'

interface NoteLinksProps {
  notes: readonly NoteItemView[]
  /** The note that is open. */
  noteNo: number | null
  drafts: readonly LeftDraft[]
  order: NoteOrder
  /** The rows of another page are on their way. */
  isWaiting: boolean
}

export function NoteLinks({ notes, noteNo, drafts, order, isWaiting }: NoteLinksProps) {
  const navigate = useNavigate()
  const current = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (noteNo !== null) current.current?.scrollIntoView({ block: 'nearest' })
  }, [noteNo])

  /** From note to note in place of the one before, so that the way back leads to the list; the heading takes the focus. */
  function open(event: MouseEvent, address: string): void {
    if (noteNo === null || !isPlainPress(event)) return
    event.preventDefault()
    expectArrival()
    void navigate(address, { replace: true })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows, and no fields
    <div role="group" data-live-rows onKeyDown={moveRowFocus} aria-busy={isWaiting}>
      {notes.map(note => {
        const isOpen = note.noteNo === noteNo
        return (
          <div className="list-row note-row" key={note.noteNo} ref={isOpen ? current : undefined}>
            <div className="list-row__text">
              <p className="list-row__title note-row__title" dir="auto">
                <Link
                  className="list-row__link"
                  data-row
                  to={paths.note(note.noteNo)}
                  aria-current={isOpen ? 'page' : undefined}
                  aria-label={isOpen ? note.title : undefined}
                  onClick={event => open(event, paths.note(note.noteNo))}
                >
                  {isOpen ? <DecorativeText words={note.title} /> : note.title}
                </Link>
              </p>
              <NoteMeta note={note} draft={draftOn(note.noteNo, drafts)} order={order} isOpen={isOpen} />
            </div>
          </div>
        )
      })}
    </div>
  )
}
