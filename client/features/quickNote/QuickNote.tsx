import { useAtomValue } from 'jotai'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useUnsavedDrafts } from '#client/features/notes/list/unsavedDrafts.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { QuickNoteForm } from './QuickNoteForm.tsx'

/** Quick note form on the home screen, above the queued notes. */
export function QuickNote() {
  const auth = useAtomValue(authAtom)
  const unsent = useUnsavedDrafts().filter(({ askedAt }) => askedAt !== undefined)
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
