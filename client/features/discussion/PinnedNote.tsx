import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { useFocusHandedOver } from '#client/ui/useFocusHandedOver.ts'
import type { SharedNoteView } from '#protocol/discussion.ts'

interface PinnedNoteProps {
  note: SharedNoteView
  /** Where it is read. */
  to: string
  onUnpin: () => void
  /** It goes while the focus is in it. */
  onFocusLost: () => void
}

/** The one note that stands above all others of a room. */
export function PinnedNote({ note, to, onUnpin, onFocusLost }: PinnedNoteProps) {
  const section = useFocusHandedOver<HTMLElement>(onFocusLost)
  const unpin = t('discussion.unpin', { title: note.articleTitle })
  return (
    <section ref={section} className="pinned-note" aria-label={t('discussion.pinned')}>
      <ToolIcon name="pin" />
      <Link className="pinned-note__link" to={to}>
        <span className="pinned-note__title" dir="auto">
          {note.articleTitle}
        </span>
        <span className="pinned-note__excerpt" dir="auto">
          {note.excerpt}
        </span>
        <bdi className="pinned-note__author">{note.author}</bdi>
      </Link>
      <Button kind="quiet" aria-label={unpin} title={unpin} onClick={onUnpin}>
        <ToolIcon name="close" />
      </Button>
    </section>
  )
}
