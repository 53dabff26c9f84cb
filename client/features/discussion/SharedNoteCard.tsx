import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { absoluteTime, clockOf } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { DayLine } from '#client/ui/DayLine.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { PinButton } from './PinButton.tsx'

interface SharedNoteCardProps {
  note: SharedNoteItem
  /** Where it is read. */
  to: string
  /** It was withdrawn, and only keeps its place. */
  isGone: boolean
  /** Whether above it stands the line that tells what is unread; `past`: its place, once nothing is. */
  line: 'drawn' | 'past' | null
  /** It is the first of its day. */
  beginsDay: boolean
  /** The card above is its writer's, too. */
  goesOn: boolean
  /** That one is withdrawn, and only keeps its place. */
  isBelowGap: boolean
  isNew: boolean
  /** It came while the discussion was open. */
  hasArrived: boolean
  /** What is going on about it; `titleId`: of the element that bears its title. */
  footOf: (titleId: string) => ReactNode
  /** Without it the note cannot be pinned. */
  pin?: { isPinned: boolean; onToggle: () => void }
}

/** A shared note: one's own to the right, a friend's to the left beside their face. */
export function SharedNoteCard(props: SharedNoteCardProps) {
  const { note, to, isGone, line, beginsDay, goesOn, isBelowGap, ...card } = props
  const place = useKeptHeight(isGone)
  const isEmpty = isGone && !beginsDay
  const isNamed = !goesOn || isBelowGap
  const side = note.isAuthor ? 'own' : 'other'
  const classes = ['shared-note', `shared-note--${side}`]
  if (goesOn) classes.push('shared-note--goes-on')
  if (goesOn && isBelowGap) classes.push('shared-note--below-gap')
  if (card.hasArrived) classes.push('shared-note--arrived')
  return (
    <li ref={place} className={classes.join(' ')} data-seq={note.seq} inert={isEmpty} aria-hidden={isEmpty}>
      {beginsDay && <DayLine at={note.sharedAt} />}
      {line && !isGone && (
        <p className={`shared-notes__unread shared-notes__unread--${line}`}>
          {t('discussion.unreadFromHere')}
        </p>
      )}
      {!isGone && (
        <div className="shared-note__row">
          {!note.isAuthor && <Face note={note} isHidden={!isNamed} />}
          <Speech note={note} to={to} isNamed={isNamed} {...card} />
        </div>
      )}
    </li>
  )
}

function Face({
  note: { authorNo, author, profPic },
  isHidden,
}: {
  note: SharedNoteItem
  isHidden: boolean
}) {
  return (
    <span className={isHidden ? 'shared-note__face shared-note__face--hidden' : 'shared-note__face'}>
      <Avatar size="grouped" person={{ userNo: authorNo, name: author, picture: profPic || null }} />
    </span>
  )
}

type SpeechProps = Pick<SharedNoteCardProps, 'note' | 'to' | 'isNew' | 'footOf' | 'pin'> & {
  /** Whose it is does not stand above it already. */
  isNamed: boolean
}

function Speech({ note, to, isNamed, isNew, footOf, pin }: SpeechProps) {
  const titleId = useId()
  return (
    <div className="shared-note__speech">
      <p className={isNamed && !note.isAuthor ? 'shared-note__author' : 'visually-hidden'}>
        {note.isAuthor ? t('discussion.me') : <bdi>{note.author}</bdi>}
      </p>
      <div className="shared-note__sheet">
        <p className="shared-note__facts">
          <span>{t('discussion.topic', { title: note.subjectTitle })}</span>
          <RelativeTime at={note.sharedAt} older={clockOf} />
          {note.edited && <Edited at={note.lastUpdate} />}
          {isNew && <span className="shared-note__mark">{t('discussion.isNew')}</span>}
        </p>
        <h2 className="shared-note__title" id={titleId} dir="auto">
          <Link className="shared-note__link" to={to}>
            {note.articleTitle}
          </Link>
        </h2>
        <p className="shared-note__excerpt" dir="auto">
          {note.excerpt}
        </p>
        {footOf(titleId)}
        {pin && <PinButton title={note.articleTitle} {...pin} />}
      </div>
    </div>
  )
}

/** When is told on hovering: the card shows when it was shared. */
function Edited({ at }: { at: string }) {
  const { language } = useLanguage()
  return <span title={absoluteTime(new Date(at), language)}>{t('discussion.edited')}</span>
}

/** An element that stays as high as it was when its content goes. */
function useKeptHeight(isGone: boolean) {
  const place = useRef<HTMLLIElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    if (place.current) place.current.style.blockSize = isGone ? `${height.current}px` : ''
  }, [isGone])
  // Not before those that go have their heights: measured without them, the page would be shorter, and scrolled less far.
  useEffect(() => {
    if (!isGone && place.current) height.current = place.current.getBoundingClientRect().height
  })
  return place
}
