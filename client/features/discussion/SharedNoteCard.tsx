import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useOnFocusLost } from '#client/platform/browser/focus.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatClock } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { dateTooltip } from '#client/ui/dateTooltip.ts'
import { DayLine, RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { SharedNoteItem, SharedNoteView } from '#protocol/discussion.ts'
import './sharedNoteCard.css'

interface SharedNoteCardProps {
  note: SharedNoteItem
  to: string
  /** A withdrawn note leaves an empty placeholder. */
  isGone: boolean
  /** The unread divider above the card; `past` once nothing below is unread. */
  divider: 'current' | 'past' | null
  isFirstOfDay: boolean
  isNew: boolean
  hasArrived: boolean
  /** `titleId` is the id of the title. */
  renderFooter: (titleId: string) => ReactNode
  /** Absent if notes cannot be pinned. */
  pin?: { isPinned: boolean; onToggle: () => void }
}

/** The user's own notes are tinted and on the right, other members' notes on the left. */
export function SharedNoteCard(props: SharedNoteCardProps) {
  const { note, to, isGone, divider, isFirstOfDay, hasArrived, ...card } = props
  const element = useStableHeight(isGone)
  const isEmpty = isGone && !isFirstOfDay
  const classes = ['shared-note', `shared-note--${note.isAuthor ? 'own' : 'other'}`]
  if (hasArrived) classes.push('shared-note--arrived')
  return (
    <li ref={element} className={classes.join(' ')} data-seq={note.seq} inert={isEmpty} aria-hidden={isEmpty}>
      {isFirstOfDay && <DayLine at={note.sharedAt} />}
      {divider && !isGone && (
        <p className={`shared-notes__unread shared-notes__unread--${divider}`}>
          {t('discussion.unreadFromHere')}
        </p>
      )}
      {!isGone && <CardBody note={note} to={to} {...card} />}
    </li>
  )
}

type CardBodyProps = Pick<SharedNoteCardProps, 'note' | 'to' | 'isNew' | 'renderFooter' | 'pin'>

function CardBody({ note, to, isNew, renderFooter, pin }: CardBodyProps) {
  const titleId = useId()
  return (
    <div className="shared-note__card">
      <AuthorLine note={note} isNew={isNew} />
      <h2 className="shared-note__title" id={titleId} dir="auto">
        <Link className="shared-note__link" to={to}>
          {note.articleTitle}
        </Link>
      </h2>
      <p className="shared-note__excerpt" dir="auto">
        {note.excerpt}
      </p>
      {renderFooter(titleId)}
      {pin && <PinButton title={note.articleTitle} {...pin} />}
    </div>
  )
}

/** '정민호 · 커피 볶는 숫자 · 오후 12:17'. Phones show the author of another member's note on a line of its own. */
function AuthorLine({ note, isNew }: Pick<CardBodyProps, 'note' | 'isNew'>) {
  const { authorNo, author, profPic, isAuthor, subjectTitle, sharedAt, edited, lastUpdate } = note
  return (
    <p className="shared-note__meta">
      {!isAuthor && (
        <Avatar size="grouped" person={{ userNo: authorNo, name: author, picture: profPic || null }} />
      )}
      <span className="shared-note__author">{isAuthor ? t('discussion.me') : <bdi>{author}</bdi>}</span>
      <span className="shared-note__facts">
        <span className="shared-note__topic">
          <bdi>{subjectTitle}</bdi>
        </span>
        <span className="shared-note__time">
          <RelativeTime at={sharedAt} older={formatClock} />
        </span>
        {edited && <EditedMark at={lastUpdate} />}
      </span>
      {isNew && <span className="shared-note__mark">{t('discussion.isNew')}</span>}
    </p>
  )
}

/** The tooltip tells when. The card itself shows the time of sharing. */
function EditedMark({ at }: { at: string }) {
  const { language } = useLanguage()
  return (
    <span className="shared-note__edited" {...dateTooltip(new Date(at), language)}>
      {t('discussion.edited')}
    </span>
  )
}

/** Keeps the height of the element when its content is removed. */
function useStableHeight(isGone: boolean) {
  const element = useRef<HTMLLIElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    if (element.current) element.current.style.blockSize = isGone ? `${height.current}px` : ''
  }, [isGone])
  // Measure in an effect, after placeholders have their heights: otherwise the page would be shorter and scroll less
  // far.
  useEffect(() => {
    if (!isGone && element.current) height.current = element.current.getBoundingClientRect().height
  })
  return element
}

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
function PinButton({ title, isPinned, onToggle }: PinButtonProps) {
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
