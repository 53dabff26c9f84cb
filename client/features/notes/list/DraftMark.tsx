import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { editorOf, saveFailureText } from './drafts.rules.ts'
import './draftMark.css'

/** Beside a note on which something is written that is not saved. */
export function DraftMark({ draft }: { draft: LeftDraft }) {
  return (
    <span className="draft-mark">
      <ToolIcon name="pen" />
      {t(draft.askedAt === undefined ? 'notes.draftMark' : 'notes.unsentMark')}
    </span>
  )
}

/** Why what is written is not sent by itself, with the way to where that is decided, unless the row itself leads there. */
export function DraftFailure({ draft, hasWay = false }: { draft: LeftDraft; hasWay?: boolean }) {
  if (!draft.trouble) return null
  return (
    <p className="draft-save-failure">
      {saveFailureText(draft.trouble)}{' '}
      {hasWay && (
        <Link className="draft-save-failure__way" to={editorOf(draft)}>
          {t('notes.waitingOpen')}
        </Link>
      )}
    </p>
  )
}
