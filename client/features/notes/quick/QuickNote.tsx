import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { paths } from '#client/paths.ts'
import { isComposing } from '#client/platform/browser/composition.ts'
import { onLineBack } from '#client/platform/browser/lineBack.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import { useQuickText } from './quickNote.text.ts'
import { useKeepQuickNote } from './useKeepQuickNote.ts'
import './quickNote.css'

/** What comes to mind becomes a note, without choosing a topic or a title before. */
export function QuickNote() {
  const auth = useAtomValue(authAtom)
  return auth && <QuickNoteOf key={auth.userNo} userNo={auth.userNo} />
}

function QuickNoteOf({ userNo }: { userNo: number }) {
  const { text, requestKey, type, clear } = useQuickText(userNo)
  const [isRefused, setRefused] = useState(false)
  const showToast = useSetAtom(showToastAtom)
  const keeping = useKeepQuickNote(userNo)
  const unsent = useLeftDrafts().filter(({ askedAt }) => askedAt !== undefined)

  function keep(): void {
    if (keeping.isPending) return
    const hasWords = quickNoteOf(text) !== null
    setRefused(!hasWords)
    if (!hasWords) return
    keeping.mutate(
      { text, requestKey },
      {
        onSuccess(made) {
          clear(text)
          if (made === null) return showToast({ text: t('notes.unsentKept') })
          const link = { label: t('topics.openNote'), to: paths.note(made.noteNo) }
          showToast({ text: t('notes.quickSaved', { title: made.title }), link })
        },
      },
    )
  }

  // What was to become a note does so once the line is back.
  const isUnreached = keeping.error instanceof CallFailed && keeping.error.isPassing
  useEffect(() => (isUnreached ? onLineBack(keep) : undefined))

  const waits = isUnreached ? ` ${t('notes.quickWaits')}` : ''
  const failure = keeping.error ? failureText(keeping.error) + waits : undefined

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
