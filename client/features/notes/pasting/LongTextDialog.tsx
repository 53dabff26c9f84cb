import { useAtom } from 'jotai'
import { useNavigate } from 'react-router'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { IMPORT_FILE_BYTES_MAX, NOTE_BODY_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import { longTextAtom, noLongText } from './long.text.ts'
import { insertText } from './paste.rules.ts'
import './longText.css'

interface LongTextDialogProps {
  /** Carries a command out in the text area. */
  run: (command: Command) => boolean
  onClosed: () => void
}

/** Asks what becomes of a text that is far too long for a note. Nothing of it is in the note before that. */
export function LongTextDialog({ run, onClosed }: LongTextDialogProps) {
  const [{ text, start, end, isDivided }, setLongText] = useAtom(longTextAtom)
  const navigate = useNavigate()
  const isOpen = text !== '' && !isDivided
  const canDivide = isOpen && new TextEncoder().encode(text).length <= IMPORT_FILE_BYTES_MAX

  function close() {
    setLongText(noLongText)
    onClosed()
  }

  function divide() {
    setLongText({ text, start, end, isDivided: true })
    void navigate(paths.importNotes)
  }

  function insertBeginning() {
    close()
    // The focus is back in the text by then, without which no undo would know of it.
    requestAnimationFrame(() =>
      run(written => {
        const { length } = written.text
        const place = { text: written.text, start: Math.min(start, length), end: Math.min(end, length) }
        const room = NOTE_BODY_MAX - (length - (place.end - place.start))
        const beginning = shortened(text.slice(0, NOTE_BODY_MAX), Math.max(0, room))
        return beginning === '' ? null : insertText(place, beginning)
      }),
    )
  }

  return (
    <Dialog open={isOpen} onClose={close} title={t('notes.longText')}>
      <p>{t('notes.longTextLead', { size: text.length, max: NOTE_BODY_MAX })}</p>
      <p>{t(canDivide ? 'notes.longTextChoice' : 'notes.longTextTooLarge')}</p>
      <div className="long-text__actions">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button onClick={insertBeginning}>{t('notes.longTextBeginning')}</Button>
        {canDivide && (
          <Button kind="primary" onClick={divide}>
            {t('notes.longTextDivide')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
