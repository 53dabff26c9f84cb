import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { SharedNoteView } from '#protocol/discussion.ts'
import { PinButton } from './PinButton.tsx'

interface PinnedNoteProps {
  note: SharedNoteView
  /** Where it is read. */
  to: string
  onUnpin: () => void
}

/** The one note that stands above all others of a room. */
export function PinnedNote({ note, to, onUnpin }: PinnedNoteProps) {
  return (
    <section className="pinned-note" aria-label={t('discussion.pinned')}>
      <ToolIcon name="pin" />
      <Link className="pinned-note__link" to={to}>
        <span className="pinned-note__title">{note.articleTitle}</span>
        <span className="pinned-note__excerpt">{note.excerpt}</span>
        <span className="pinned-note__author">{note.author}</span>
      </Link>
      <PinButton title={note.articleTitle} isPinned onPin={onUnpin} />
    </section>
  )
}
