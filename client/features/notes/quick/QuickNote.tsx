import { useAtomValue } from 'jotai'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { isComposing } from '#client/platform/browser/composition.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import { useQuickText } from './quickNote.text.ts'
import { isUnreached, useKeepQuickNote } from './useKeepQuickNote.ts'
import './quickNote.css'

/** What comes to mind becomes a note, without choosing a topic or a title before. */
export function QuickNote() {
  const auth = useAtomValue(authAtom)
  return auth && <QuickNoteOf key={auth.userNo} userNo={auth.userNo} />
}

function QuickNoteOf({ userNo }: { userNo: number }) {
  const { text, requestKey, type } = useQuickText(userNo)
  const [isRefused, setRefused] = useState(false)
  const keeping = useKeepQuickNote(userNo)
  const unsent = useLeftDrafts().filter(({ askedAt }) => askedAt !== undefined)

  function keep(): void {
    if (keeping.isPending) return
    const hasWords = quickNoteOf(text) !== null
    setRefused(!hasWords)
    if (hasWords) keeping.mutate({ text, requestKey })
  }

  // By itself it has become a note meanwhile, when the place is empty.
  const { error } = keeping
  const waits = isUnreached(error) ? ` ${t('notes.quickWaits')}` : ''
  const failure = error && text !== '' ? failureText(error) + waits : undefined

  function keepByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    keep()
  }

  return (
    <div className="quick-notes">
      <form
        className="quick-note"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          keep()
        }}
      >
        <TextArea
          className="quick-note__text"
          label={t('notes.quick')}
          hint={t('notes.quickHint')}
          rows={3}
          max={NOTE_BODY_MAX}
          value={text}
          onChange={typed => {
            type(typed)
            setRefused(false)
            if (!keeping.isPending) keeping.reset()
          }}
          onKeyDown={keepByKey}
          error={isRefused ? t('notes.quickEmpty') : failure}
        />
        <Button type="submit" kind="primary" busy={keeping.isPending} aria-keyshortcuts="Control+Enter">
          {t('notes.quickSave')}
        </Button>
      </form>
      <DraftList drafts={unsent} />
    </div>
  )
}
