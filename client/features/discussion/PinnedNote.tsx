import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { useOnFocusLost } from '#client/ui/useOnFocusLost.ts'
import type { SharedNoteView } from '#protocol/discussion.ts'

interface PinnedNoteProps {
  note: SharedNoteView
  to: string
  onUnpin: () => void
  /** Called when the section is removed while it has the focus. */
  onFocusLost: () => void
}

export function PinnedNote({ note, to, onUnpin, onFocusLost }: PinnedNoteProps) {
  const section = useOnFocusLost<HTMLElement>(onFocusLost)
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

interface PinButtonProps {
  /** Title of the note. */
  title: string
  isPinned: boolean
  onToggle: () => void
}

/** The button stays in place after a press, so that it keeps the focus. */
export function PinButton({ title, isPinned, onToggle }: PinButtonProps) {
  return (
    <Button
      kind="quiet"
      className="pin-button"
      aria-pressed={isPinned}
      aria-label={t('discussion.pin', { title })}
      title={t(isPinned ? 'discussion.unpin' : 'discussion.pin', { title })}
      onClick={onToggle}
    >
      <ToolIcon name="pin" />
    </Button>
  )
}
