import { useAtomValue } from 'jotai'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { QuickNoteForm } from './QuickNoteForm.tsx'

/** The place for what comes to mind at home, above what waits for the line. */
export function QuickNote() {
  const auth = useAtomValue(authAtom)
  const unsent = useLeftDrafts().filter(({ askedAt }) => askedAt !== undefined)
  if (!auth) return null
  return (
    <div className="quick-notes">
      <QuickNoteForm
        key={auth.userNo}
        userNo={auth.userNo}
        label={t('notes.quick')}
        action={t('notes.quickSave')}
        waits={t('notes.quickWaits')}
      />
      <DraftList drafts={unsent} />
    </div>
  )
}
