import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { PenIcon } from '#client/features/passages/PenIcon.tsx'
import { usePassageState } from '#client/features/passages/passages.state.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { PopoverWindow } from '#client/ui/PopoverWindow.tsx'
import { countPassages, entriesOf, groupByPassage } from './authorPassages.ts'
import { useNotePassages } from './notePassages.queries.ts'
import { PassageList } from './PassageList.tsx'
import { summaryOf } from './summary.ts'
import './notePassages.css'

/** In the bar of an own note: how much users left on its passages, and the list of all of them. Nothing if there is nothing. */
export function NotePassagesButton({ noteNo }: { noteNo: number }) {
  const rooms = useNotePassages(noteNo)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const state = usePassageState()
  const setOpenKey = useSetAtom(state.openKey)
  const anchors = useAtomValue(state.anchors)
  const entries = useMemo(() => entriesOf(groupByPassage(rooms), anchors), [rooms, anchors])
  const counts = countPassages(rooms)
  if (counts.rooms === 0) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        className="note-bar__tool note-passages"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <PenIcon />
        <span className="note-passages__count" aria-hidden="true">
          {counts.highlights + counts.comments}
        </span>
        <span className="note-bar__label">{summaryOf(counts)}</span>
      </Button>
      <PopoverWindow
        open={isOpen}
        onClose={close}
        anchor={button}
        align="end"
        title={t('passages.ofNote')}
        className="note-passages__window"
      >
        <PassageList
          noteNo={noteNo}
          entries={entries}
          hubNos={rooms
            .filter(room => room.highlights.length + room.comments.length > 0)
            .map(({ hubNo }) => hubNo)}
          chooseLabel={t('passages.toPassage')}
          onChoose={entry => {
            close()
            setOpenKey(entry.key)
          }}
        />
      </PopoverWindow>
    </>
  )
}
