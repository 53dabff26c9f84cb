import type { LeftDraft } from '#client/features/notes/editor/note.drafts.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import '#client/ui/listRow.css'
import './draftList.css'

/** Unsaved writing, each with the way back into its editor. */
export function DraftList({ drafts }: { drafts: readonly LeftDraft[] }) {
  if (drafts.length === 0) return null
  return (
    <Card className="drafts" padded={false} aria-label={t('notes.drafts')}>
      <ul>
        {drafts.map(({ subject, title, text, requestKey, keptAt }) => (
          <li className="list-row" key={requestKey}>
            <div className="list-row__text">
              <h2 className="list-row__title">
                <Link
                  className="list-row__link"
                  to={
                    'noteNo' in subject
                      ? paths.updateNote(subject.noteNo)
                      : paths.draft(subject.topicNo, requestKey)
                  }
                >
                  {title.trim() || firstWords(text) || t('notes.untitled')}
                </Link>
              </h2>
              <p className="list-row__facts">
                <DraftMark />
                <RelativeTime at={keptAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Beside a note on which something is written that is not saved. */
export function DraftMark() {
  return (
    <span className="drafts__mark">
      <ToolIcon name="pen" />
      {t('notes.draftMark')}
    </span>
  )
}

const firstWords = (text: string) => text.trim().split('\n')[0]?.slice(0, 40).toWellFormed()
