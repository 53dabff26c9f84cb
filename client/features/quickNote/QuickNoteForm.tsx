import { useAtomValue } from 'jotai'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useUnsavedNotes } from '#client/features/notes/list/unsavedNotes.ts'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { failureText, isTransient } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { parseQuickNote } from '#protocol/plainText.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import { useQuickText } from './quickNote.text.ts'
import { type SavedQuickNote, useQuickNoteError, useSaveQuickNote } from './useSaveQuickNote.ts'
import '#client/ui/sheetForm.css'
import './quickNote.css'

/** Quick note form on the home screen, above the queued notes. */
export function QuickNote() {
  const auth = useAtomValue(authAtom)
  const unsent = useUnsavedNotes().filter(({ isQueued }) => isQueued)
  if (!auth) return null
  return (
    <div className="quick-notes">
      <QuickNoteForm
        key={auth.userNo}
        userNo={auth.userNo}
        label={t('notes.quick')}
        action={t('notes.quickSave')}
        offlineHint={t('notes.quickWaits')}
      />
      <DraftList drafts={unsent} />
    </div>
  )
}

/** The character count appears close to the limit. */
const SHOW_COUNT_FROM = NOTE_BODY_MAX - 1_000

interface QuickNoteFormProps {
  userNo: number
  label: string
  /** Label of the submit button. */
  action: string
  /** Shown after an offline failure: what happens to the text. */
  offlineHint: string
  /** Replaces the toast. Also called after unmount. */
  onSaved?: (saved: SavedQuickNote) => void
}

/** Saves a note without choosing a topic or title. All instances share one text. */
export function QuickNoteForm({ userNo, label, action, offlineHint, onSaved }: QuickNoteFormProps) {
  const { text, requestKey, isOnlyInMemory, type, setComposing } = useQuickText(userNo)
  const [isRejected, setRejected] = useState(false)
  const mutation = useSaveQuickNote(userNo, onSaved)
  const error = useQuickNoteError(requestKey)

  function save(): void {
    if (mutation.isPending) return
    const hasWords = parseQuickNote(text) !== null
    setRejected(!hasWords)
    if (hasWords) mutation.mutate({ text, requestKey })
  }

  const failure = error ? [failureText(error), isTransient(error) && offlineHint] : []

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    save()
  }

  return (
    <form
      className="sheet-form quick-note"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save()
      }}
    >
      <TextArea
        className="quick-note__text"
        label={label}
        hideLabel
        hint={
          <>
            <span role="status">{t(isOnlyInMemory ? 'notes.quickNowhere' : 'notes.quickHint')}</span>
            <span className="quick-note__key" aria-hidden="true">
              {' '}
              · Ctrl+Enter
            </span>
          </>
        }
        rows={2}
        max={NOTE_BODY_MAX}
        countFrom={SHOW_COUNT_FROM}
        value={text}
        onChange={typed => {
          type(typed)
          setRejected(false)
        }}
        onKeyDown={onKeyDown}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        error={isRejected ? t('notes.quickEmpty') : failure.filter(Boolean).join(' ') || undefined}
      />
      {text === '' && <QuickNoteSheet text={label} />}
      <Button
        type="submit"
        kind={text === '' ? 'plain' : 'primary'}
        busy={mutation.isPending}
        aria-keyshortcuts="Control+Enter"
      >
        {action}
      </Button>
    </form>
  )
}

/** Number of cells at the maximum width. */
const CELL_COUNT = 60

/** Placeholder; in Korean in the cells of manuscript paper, the first of which is empty for the caret. Decorative. */
function QuickNoteSheet({ text }: { text: string }) {
  const { language } = useLanguage()
  if (language !== DEFAULT_LANGUAGE)
    return (
      <span className="quick-note__prompt" aria-hidden="true">
        {text}
      </span>
    )
  const characters = ['', ...manuscriptCells(text)]
  const cells = Array.from({ length: CELL_COUNT }, (_, index) => characters[index] ?? '')
  return (
    <span className="quick-note__sheet" aria-hidden="true">
      {cells.map((character, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
        <span className={cellClass(character)} key={index}>
          {character}
        </span>
      ))}
    </span>
  )
}

const cellClass = (character: string) =>
  /[,.]/.test(character) ? 'quick-note__square quick-note__square--mark' : 'quick-note__square'

/**
 * Splits a line into the cells of manuscript paper: one character per cell, two lowercase Latin letters or digits, or a comma or full stop
 * with the space after it.
 */
export function manuscriptCells(line: string): string[] {
  return toNfc(line).match(/[a-z0-9]{1,2}|[,.] ?|./gu) ?? []
}
