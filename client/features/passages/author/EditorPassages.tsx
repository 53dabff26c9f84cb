import { useAtomValue } from 'jotai'
import { type RefObject, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { endComposition, scrollToCaret } from '#client/features/notes/editor/text/textareaEdits.ts'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { PenIcon } from '#client/features/passages/PenIcon.tsx'
import {
  createPassageState,
  PassageContext,
  usePassageState,
} from '#client/features/passages/passages.state.ts'
import { useAnchoring } from '#client/features/passages/useAnchoring.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { t } from '#client/platform/language/language.ts'
import { PopoverWindow } from '#client/ui/PopoverWindow.tsx'
import { noteText } from '#protocol/noteText.ts'
import { anchorPassages } from '#protocol/passageAnchor.ts'
import type { PassagesInHub } from '#protocol/passages.ts'
import { type AuthorEntry, countPassages, entriesOf, groupByPassage } from './authorPassages.ts'
import { useNotePassages } from './notePassages.queries.ts'
import { PassageList } from './PassageList.tsx'
import { sourceRangeOf } from './sourceRange.ts'
import { summaryOf } from './summary.ts'
import { useDraftText } from './useDraftText.ts'
import './editorPassages.css'

interface ToggleProps {
  ref: RefObject<HTMLButtonElement | null>
  noteNo: number
  isOpen: boolean
  onToggle: () => void
}

/** In the status line of the editor: how much users left on passages of the note, and whether they are listed. */
export function EditorPassagesToggle({ ref, noteNo, isOpen, onToggle }: ToggleProps) {
  const counts = countPassages(useNotePassages(noteNo))
  if (counts.rooms === 0) return null
  const { highlights, comments } = counts
  return (
    <button
      ref={ref}
      type="button"
      className="editor-passages-toggle"
      aria-expanded={isOpen}
      title={t('passages.ofNote')}
      // Keeps the focus in the text.
      onMouseDown={event => event.preventDefault()}
      onClick={onToggle}
    >
      <PenIcon />
      <span aria-hidden="true">{highlights + comments}</span>
      <span className="visually-hidden">
        {t('passages.ofNote')}: {summaryOf(counts)}
      </span>
    </button>
  )
}

interface EditorPassagesProps {
  editor: Editor
  noteNo: number
  area: RefObject<HTMLTextAreaElement | null>
  toggle: RefObject<HTMLButtonElement | null>
  /** Shows the text if only the result is shown. */
  onShowText: () => void
  onClose: () => void
}

/** Wide enough for a column beside the text. */
const BESIDE = '(min-width: 1200px)'

/** The passages of the note in the editor, which follow the typing: beside the text, and in narrower windows over it. */
export function EditorPassages({ noteNo, toggle, onClose, ...rest }: EditorPassagesProps) {
  const rooms = useNotePassages(noteNo)
  const [state] = useState(createPassageState)
  const isBeside = useMediaQuery(BESIDE)
  if (countPassages(rooms).rooms === 0) return null
  const list = (
    <PassageContext value={state}>
      <FollowingList {...rest} noteNo={noteNo} rooms={rooms} onChosen={() => !isBeside && onClose()} />
    </PassageContext>
  )
  if (isBeside)
    return (
      <aside className="editor-passages" aria-label={t('passages.ofNote')}>
        {list}
      </aside>
    )
  return (
    <PopoverWindow
      open
      onClose={onClose}
      anchor={toggle}
      align="end"
      title={t('passages.ofNote')}
      className="editor-passages__window"
    >
      {list}
    </PopoverWindow>
  )
}

interface FollowingListProps extends Pick<EditorPassagesProps, 'editor' | 'noteNo' | 'area' | 'onShowText'> {
  rooms: readonly PassagesInHub[]
  onChosen: () => void
}

function FollowingList({ editor, noteNo, area, rooms, onShowText, onChosen }: FollowingListProps) {
  const groups = useMemo(() => groupByPassage(rooms), [rooms])
  useAnchoring(useDraftText(editor), groups)
  const anchors = useAtomValue(usePassageState().anchors)
  const entries = useMemo(() => entriesOf(groups, anchors), [groups, anchors])

  function choose({ passage }: AuthorEntry): void {
    flushSync(() => {
      onChosen()
      onShowText()
    })
    if (area.current) selectWords(area.current, passage)
  }

  return (
    <PassageList
      noteNo={noteNo}
      entries={entries}
      hubNos={rooms
        .filter(room => room.highlights.length + room.comments.length > 0)
        .map(({ hubNo }) => hubNo)}
      chooseLabel={t('passages.toWords')}
      onChoose={choose}
    />
  )
}

/** Selects the words of a passage in the Markdown, and scrolls to them. */
function selectWords(area: HTMLTextAreaElement, passage: AuthorEntry['passage']): void {
  endComposition(area)
  const text = noteText(area.value)
  const [place] = anchorPassages(text, [passage])
  const range = place ? sourceRangeOf(area.value, text, place) : null
  if (range === null) return
  area.focus({ preventScroll: true })
  area.setSelectionRange(range.start, range.end)
  scrollToCaret(area)
}
