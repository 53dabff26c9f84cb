import { useRef } from 'react'
import { NoteSheet } from '#client/features/notes/reader/NoteSheet.tsx'
import { usePrinting } from '#client/features/notes/reader/usePrinting.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { SAMPLE_LANGUAGE, type SampleNote } from './content/types.ts'
import { documentOf } from './lookaround.documents.ts'
import { sheetOf } from './lookaround.views.ts'
import { MinuteBar } from './MinuteBar.tsx'
import { SampleThread } from './SampleThread.tsx'
import '#client/features/notes/reader/note.css'

interface SampleNoteViewProps {
  note: SampleNote
  /** The room in which it is read. */
  hubNo: number
}

export function SampleNoteView({ note, hubNo }: SampleNoteViewProps) {
  const sheet = useRef<HTMLElement>(null)
  const { print, isPreparing } = usePrinting(note.title, sheet)
  const shown = sheetOf(note)
  return (
    <div className="note-place">
      <div className="note">
        <div className="note__tools no-print">
          <div className="note__actions">
            <ButtonLink kind="quiet" to={paths.lookaroundRoom(hubNo)}>
              <Icon name="back" />
              {t('notes.toList')}
            </ButtonLink>
            <Button kind="quiet" busy={isPreparing} onClick={() => void print()}>
              <ToolIcon name="print" />
              {t('lookaround.printNote')}
            </Button>
          </div>
        </div>
        <NoteSheet ref={sheet} note={shown} lang={SAMPLE_LANGUAGE} text={documentOf(note.document)}>
          <footer className="sample-note__foot">{t('lookaround.copyright', { name: shown.author })}</footer>
        </NoteSheet>
        <MinuteBar />
        <SampleThread hubNo={hubNo} noteNo={note.noteNo} />
      </div>
    </div>
  )
}
