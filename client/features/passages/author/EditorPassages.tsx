import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { endComposition, scrollToCaret } from '#client/features/notes/editor/text/textareaEdits.ts'
import { partsOf, seriesQuery } from '#client/features/notes/series/series.queries.ts'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { PenIcon } from '#client/features/passages/PenIcon.tsx'
import type { TextRange } from '#client/features/passages/passages.groups.ts'
import {
  createPassageState,
  PassageContext,
  usePassageState,
} from '#client/features/passages/passages.state.ts'
import { useAnchoring } from '#client/features/passages/useAnchoring.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { t } from '#client/platform/language/language.ts'
import { PopoverWindow } from '#client/ui/PopoverWindow.tsx'
import type { SeriesPlaceView } from '#protocol/notes.ts'
import { noteText } from '#protocol/noteText.ts'
import { anchorPassages } from '#protocol/passageAnchor.ts'
import type { PassagesInHub } from '#protocol/passages.ts'
import { partAt, wholeText } from '#protocol/seriesText.ts'
import { type AuthorEntry, countPassages, entriesOf, groupByPassage } from './authorPassages.ts'
import { useNotePassages } from './notePassages.queries.ts'
import { PassageList } from './PassageList.tsx'
import { sourceRangeOf } from './sourceRange.ts'
import { summaryOf } from './summary.ts'
import { useDraftText } from './useDraftText.ts'
import './editorPassages.css'

interface ToggleProps {
  ref: RefObject<HTMLButtonElement | null>
  /** The note, or the first part of its series. */
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
  /** The note, or the first part of its series. */
  noteNo: number
  /** Null for a note that stands alone. */
  series: SeriesPlaceView | null
  onOpenPart: (partNo: number, selection: TextRange) => void
  area: RefObject<HTMLTextAreaElement | null>
  toggle: RefObject<HTMLButtonElement | null>
  /** Shows the text if only the result is shown. */
  onShowText: () => void
  onClose: () => void
}

/** Wide enough for a column beside the text. */
const BESIDE = '(min-width: 1200px)'

/** The passages of the note or of its whole series. They follow the typing beside the text, and in narrower windows over it. */
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

interface FollowingListProps extends Omit<EditorPassagesProps, 'toggle' | 'onClose'> {
  rooms: readonly PassagesInHub[]
  onChosen: () => void
}

function FollowingList({
  editor,
  noteNo,
  series,
  area,
  rooms,
  onOpenPart,
  onShowText,
  onChosen,
}: FollowingListProps) {
  const groups = useMemo(() => groupByPassage(rooms), [rooms])
  const withDraft = usePartsWithDraft(series)
  const markdownAround = useCallback(
    (draft: string) => {
      const parts = withDraft(draft)
      return parts && wholeText(parts)
    },
    [withDraft],
  )
  useAnchoring(useDraftText(editor, markdownAround), groups)
  const anchors = useAtomValue(usePassageState().anchors)
  const entries = useMemo(() => entriesOf(groups, anchors), [groups, anchors])

  function choose({ passage }: AuthorEntry): void {
    flushSync(() => {
      onChosen()
      onShowText()
    })
    const parts = withDraft(area.current?.value ?? '')
    const range = parts && findInSource(wholeText(parts), passage)
    if (!parts || !range) return
    const { index, position } = partAt(parts, range.start)
    const selection = { start: position, end: position + range.end - range.start }
    const partNo = series?.parts[index]?.noteNo
    if (partNo !== undefined && index !== (series?.place ?? 1) - 1) onOpenPart(partNo, selection)
    else if (area.current) selectWords(area.current, selection)
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

/** Where the words of a passage are in the Markdown. Null if they are not there. */
function findInSource(markdown: string, passage: AuthorEntry['passage']): TextRange | null {
  const text = noteText(markdown)
  const [place] = anchorPassages(text, [passage])
  return place ? sourceRangeOf(markdown, text, place) : null
}

/** Selects words in the Markdown, and scrolls to them. */
function selectWords(area: HTMLTextAreaElement, { start, end }: TextRange): void {
  endComposition(area)
  area.focus({ preventScroll: true })
  area.setSelectionRange(start, end)
  scrollToCaret(area)
}

/** Returns the texts of all parts of a series, with the draft of the open one. Undefined while the others load. */
function usePartsWithDraft(series: SeriesPlaceView | null) {
  const { data } = useQuery({ ...seriesQuery(series?.headNo ?? 0), enabled: series !== null })
  const openNo = series?.parts[series.place - 1]?.noteNo
  return useCallback(
    (draft: string) => {
      if (openNo === undefined) return [{ text: draft }]
      return data && partsOf(data).map(part => (part.noteNo === openNo ? { text: draft } : part))
    },
    [data, openNo],
  )
}
