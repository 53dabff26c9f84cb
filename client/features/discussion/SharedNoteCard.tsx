import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { PinButton } from './PinButton.tsx'

interface SharedNoteCardProps {
  note: SharedNoteItem
  /** Where it is read. */
  to: string
  /** Not yet opened by the user. */
  isNew: boolean
  /** It came while the discussion was open. */
  hasArrived: boolean
  /** Without it the note cannot be pinned, or is pinned already. */
  onPin?: () => void
}

/** A shared note: one's own to the right, a friend's to the left beside their face. */
export function SharedNoteCard({ note, to, isNew, hasArrived, onPin }: SharedNoteCardProps) {
  const side = note.isAuthor ? 'own' : 'other'
  return (
    <li className={`shared-note shared-note--${side} ${hasArrived ? 'shared-note--arrived' : ''}`}>
      {!note.isAuthor && (
        <Avatar
          size="grouped"
          person={{ userNo: note.authorNo, name: note.author, picture: note.profPic || null }}
        />
      )}
      <div className="shared-note__speech">
        <p className={note.isAuthor ? 'visually-hidden' : 'shared-note__author'}>
          {note.isAuthor ? t('discussion.me') : note.author}
          {isNew && <span className="shared-note__mark">{t('discussion.isNew')}</span>}
        </p>
        <div className="shared-note__sheet">
          <h2 className="shared-note__title">
            <Link className="shared-note__link" to={to}>
              {note.articleTitle}
            </Link>
          </h2>
          <p className="shared-note__facts">
            <span>{t('discussion.topic', { title: note.subjectTitle })}</span>
            <RelativeTime at={note.edited ? note.lastUpdate : note.sharedAt} />
            {note.edited && <span>{t('discussion.edited')}</span>}
            {note.commentCount > 0 && <CommentCount note={note} />}
          </p>
          {onPin && <PinButton title={note.articleTitle} isPinned={false} onPin={onPin} />}
        </div>
      </div>
    </li>
  )
}

function CommentCount({ note: { commentCount: count, hasNewComments } }: { note: SharedNoteItem }) {
  return (
    <span className={`shared-note__comments ${hasNewComments ? 'shared-note__comments--new' : ''}`}>
      {t('comments.count', { count })}
      {hasNewComments && <span className="visually-hidden">{t('comments.someNew')}</span>}
    </span>
  )
}
