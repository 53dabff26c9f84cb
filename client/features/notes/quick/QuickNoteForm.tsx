import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { failureText, isPassing } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import { QuickNoteSheet } from './QuickNoteSheet.tsx'
import { useQuickText } from './quickNote.text.ts'
import { type Kept, useKeepQuickNote } from './useKeepQuickNote.ts'
import '#client/ui/sheetForm.css'
import './quickNote.css'

/** How many characters there are is told once they are many. */
const COUNTED_FROM = NOTE_BODY_MAX - 1_000

interface QuickNoteFormProps {
  userNo: number
  label: string
  /** What the button says. */
  action: string
  /** Said where there is no line: what becomes of the text. */
  waits: string
  /** In place of the toast; called also after the form is gone. */
  onKept?: (kept: Kept) => void
}

/** What comes to mind becomes a note, without choosing a topic or a title before. Wherever it stands, it holds the same text. */
export function QuickNoteForm({ userNo, label, action, waits, onKept }: QuickNoteFormProps) {
  const { text, requestKey, isUnkept, type } = useQuickText(userNo)
  const [isRejected, setRejected] = useState(false)
  const keeping = useKeepQuickNote(userNo, onKept)

  function keep(): void {
    if (keeping.isPending) return
    const hasWords = quickNoteOf(text) !== null
    setRejected(!hasWords)
    if (hasWords) keeping.mutate({ text, requestKey })
  }

  // Not of another text: by itself it may have become a note, or another tab's words may stand here by now.
  const error = keeping.variables?.requestKey === requestKey ? keeping.error : null
  const failure = error ? [failureText(error), isPassing(error) && waits] : []

  function keepByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    keep()
  }

  return (
    <form
      className="sheet-form quick-note"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        keep()
      }}
    >
      <TextArea
        className="quick-note__text"
        label={label}
        hideLabel
        hint={
          <>
            <span role="status">{t(isUnkept ? 'notes.quickNowhere' : 'notes.quickHint')}</span>
            <span className="quick-note__key" aria-hidden="true">
              {' '}
              · Ctrl+Enter
            </span>
          </>
        }
        rows={2}
        max={NOTE_BODY_MAX}
        countFrom={COUNTED_FROM}
        value={text}
        onChange={typed => {
          type(typed)
          setRejected(false)
        }}
        onKeyDown={keepByKey}
        error={isRejected ? t('notes.quickEmpty') : failure.filter(Boolean).join(' ') || undefined}
      />
      {text === '' && <QuickNoteSheet words={label} />}
      <Button
        type="submit"
        kind={text === '' ? 'plain' : 'primary'}
        busy={keeping.isPending}
        aria-keyshortcuts="Control+Enter"
      >
        {action}
      </Button>
    </form>
  )
}
