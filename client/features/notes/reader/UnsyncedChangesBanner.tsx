import { draftOn, editorOf, saveFailureText } from '#client/features/notes/list/drafts.rules.ts'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'

/** Above a note of which this device has newer words than the server: where they are, and why they are not in it. */
export function UnsyncedChangesBanner({ noteNo }: { noteNo: number }) {
  const draft = draftOn(noteNo, useLeftDrafts())
  if (!draft) return null
  const { askedAt, trouble: saveFailure } = draft
  const waiting = askedAt === undefined ? 'notes.waitingHere' : 'notes.waitingUnsent'
  return (
    <div className="note__update note__update--waiting no-print" role="status">
      {saveFailure ? `${t('notes.unsentMark')}. ${saveFailureText(saveFailure)}` : t(waiting)}
      <ButtonLink to={editorOf(draft)}>{t('notes.waitingOpen')}</ButtonLink>
    </div>
  )
}
