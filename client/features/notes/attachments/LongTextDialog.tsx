import { useAtom } from 'jotai'
import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import { PartsPreview } from '#client/features/notes/series/PartsPreview.tsx'
import type { Parts } from '#client/features/notes/series/useParts.ts'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { spliceOf } from '#protocol/document/merge.ts'
import { IMPORT_FILE_BYTES_MAX, NOTE_BODY_MAX } from '#protocol/limits.ts'
import {
  attachLongText,
  detachLongText,
  longTextAtom,
  moveLongText,
  noLongText,
  selectionOfLongText,
  undecideLongText,
} from './longText.state.ts'
import { insertBeginning } from './paste.ts'
import '#client/features/notes/editor/panels/panels.css'

interface LongTextDialogProps {
  editor: Editor
  /** Runs a command on the text area. */
  run: (command: Command) => boolean
  parts: Parts
  /** Only the author can make parts. */
  isGuest: boolean
  area: RefObject<HTMLTextAreaElement | null>
  onClosed: () => void
}

/** Asks what to do with a pasted text that is too long for a note. The note does not contain it before the user decides. */
export function LongTextDialog({ editor, run, parts, isGuest, area, onClosed }: LongTextDialogProps) {
  const [{ text, start, end, isDivided }, setLongText] = useAtom(longTextAtom)
  const navigate = useNavigate()
  const isOpen = text !== '' && !isDivided
  const canDivide = isOpen && new TextEncoder().encode(text).length <= IMPORT_FILE_BYTES_MAX

  useEffect(() => setLongText(undecideLongText), [setLongText])
  useEffect(() => {
    const { noteNo, documentId } = editor.state()
    if (isOpen) setLongText(longText => attachLongText(longText, noteNo ?? documentId))
  }, [editor, isOpen, setLongText])
  // Others may change the note meanwhile, and uploaded pictures get their addresses.
  useEffect(() => {
    if (!isOpen) return
    let before = editor.state().content.text
    return editor.subscribe(() => {
      const after = editor.state().content.text
      if (after === before) return
      const change = spliceOf(before, after)
      before = after
      setLongText(longText => moveLongText(longText, change))
    })
  }, [editor, isOpen, setLongText])
  useEffect(() => () => setLongText(detachLongText), [setLongText])

  function close() {
    setLongText(noLongText)
    onClosed()
  }

  async function insertInParts() {
    const planned = {}
    const isInserted = await parts.insertInParts(text, () => Object.assign(planned, selectionOfLongText()))
    // A failed attempt may have taken the text apart, and put it together again.
    setLongText(longText => (isInserted ? noLongText : { ...longText, ...planned }))
  }

  function divide() {
    setLongText({ text, start, end, isDivided: true })
    void navigate(paths.importNotes)
  }

  function insertWhatFits() {
    close()
    // Waits until the text area has the focus again; otherwise Undo would not include the change.
    requestAnimationFrame(() =>
      run(written => {
        const { length } = written.text
        const selection = { text: written.text, start: Math.min(start, length), end: Math.min(end, length) }
        return insertBeginning(selection, text)
      }),
    )
  }

  return (
    <Dialog open={isOpen} onClose={close} title={t('notes.longText')}>
      <p>{t('notes.longTextLead', { size: text.length, max: NOTE_BODY_MAX })}</p>
      {isOpen && !isGuest && (
        <PartsPreview
          text={text}
          selection={{ start, end }}
          area={area}
          parts={parts}
          onInsert={insertInParts}
        />
      )}
      <p>{t(canDivide ? 'notes.longTextChoice' : 'notes.longTextTooLarge')}</p>
      <div className="long-text__actions">
        <Button onClick={close}>{t('common.cancel')}</Button>
        {/* Otherwise the text could be inserted twice. */}
        <Button disabled={parts.isBusy} onClick={insertWhatFits}>
          {t('notes.longTextBeginning')}
        </Button>
        {canDivide && (
          <Button disabled={parts.isBusy} onClick={divide}>
            {t('notes.longTextDivide')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
