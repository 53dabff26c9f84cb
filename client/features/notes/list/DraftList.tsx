import { type LeftDraft, nameOfDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { DiscardDraft } from './DiscardDraft.tsx'
import { DraftFailure, DraftMark } from './DraftMark.tsx'
import { editorOf } from './drafts.rules.ts'
import '#client/ui/listRow.css'
import './draftList.css'

/** Unsaved writing, each with the way back into its editor, and the way out. */
export function DraftList({ drafts }: { drafts: readonly LeftDraft[] }) {
  if (drafts.length === 0) return null
  return (
    <Card className="drafts" padded={false} aria-label={t('notes.drafts')}>
      <ul>
        {drafts.map(draft => (
          <DraftRow key={draft.requestKey} draft={draft} />
        ))}
      </ul>
    </Card>
  )
}

function DraftRow({ draft }: { draft: LeftDraft }) {
  const title = nameOfDraft(draft) || t('notes.untitled')
  return (
    <li className="list-row drafts__row">
      <div className="list-row__text">
        <h2 className="list-row__title" dir="auto">
          <Link className="list-row__link" to={editorOf(draft)}>
            {title}
          </Link>
        </h2>
        <p className="list-row__facts">
          <DraftMark draft={draft} />
          <RelativeTime at={draft.keptAt} />
        </p>
        <DraftFailure draft={draft} />
      </div>
      <DiscardDraft draft={draft} title={title} />
    </li>
  )
}
