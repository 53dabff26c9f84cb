import type { UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { draftEditorPath, saveFailureText } from './unsavedDrafts.ts'
import './drafts.css'

/** Badge of a note with an unsaved draft. */
export function DraftMark({ draft }: { draft: UnlockedDraft }) {
  return (
    <span className="draft-mark">
      <ToolIcon name="pen" />
      {t(draft.askedAt === undefined ? 'notes.draftMark' : 'notes.unsentMark')}
    </span>
  )
}

/** Why the draft cannot be sent automatically. `hasLink` adds a link to its editor. */
export function DraftFailure({ draft, hasLink = false }: { draft: UnlockedDraft; hasLink?: boolean }) {
  if (!draft.trouble) return null
  return (
    <p className="draft-save-failure">
      {saveFailureText(draft.trouble)}{' '}
      {hasLink && (
        <Link className="draft-save-failure__link" to={draftEditorPath(draft)}>
          {t('notes.waitingOpen')}
        </Link>
      )}
    </p>
  )
}
