import { useAtomValue } from 'jotai'
import type { ReactNode, Ref } from 'react'
import { PassageQuote, usePointing } from '#client/features/passages/PassageQuote.tsx'
import { t } from '#client/platform/language/language.ts'
import { formatClock } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { DayLine, RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { CommentView } from '#protocol/comments.ts'
import { splitIntoSegments, type TextSegment } from './comments.links.ts'
import './comment.css'
import './comments.css'

interface CommentCardProps {
  ref?: Ref<HTMLLIElement>
  comment: Omit<CommentView, 'requestKey'>
  isOwn: boolean
  /** Link to the comment. */
  address?: string
  /** Shown beside the time. With a mouse they appear on hover. */
  actions?: ReactNode
  /** Scrolls to the quoted comment; without it the quote is plain text. */
  onQuote?: ((commentNo: number) => void) | undefined
  isHighlighted?: boolean
  /** Shows what the comment is about. False where everything around it is about the same passage. */
  showsPassage?: boolean
  isFirstOfDay: boolean
  /** Continues the group of the comment above, which shows the writer. The user's own comments never show the writer. */
  isFollowUp?: boolean
  /** Shown above the comment over its whole width. */
  divider?: ReactNode
  children: ReactNode
}

export function CommentCard({
  ref,
  comment,
  isOwn,
  address,
  actions,
  onQuote,
  isHighlighted,
  showsPassage = true,
  isFirstOfDay,
  isFollowUp = false,
  divider,
  children,
}: CommentCardProps) {
  const { commentNo, writer, writerNo, profPic, postedAt, edited, replyTo, passage } = comment
  const pointing = usePointing(passage)
  const time = <RelativeTime at={postedAt} older={formatClock} />
  const posted = (
    <>
      {address === undefined ? (
        time
      ) : (
        <Link className="comment__address" to={address} title={t('comments.address')}>
          {time}
        </Link>
      )}
      {edited && <span>{t('comments.edited')}</span>}
    </>
  )
  const isDivided = isFirstOfDay || Boolean(divider)
  const kind = [
    isOwn && 'own',
    isHighlighted && 'highlighted',
    isFollowUp && 'follow-up',
    isDivided && 'divided',
  ]
  const className = kind.map(one => (one ? ` comment--${one}` : '')).join('')
  return (
    <li ref={ref} className={`comment${className}`} tabIndex={-1} data-comment={commentNo} {...pointing}>
      {isFirstOfDay && <DayLine at={postedAt} />}
      {divider}
      {!isFollowUp && !isOwn && (
        <Avatar size="grouped" person={{ userNo: writerNo, name: writer, picture: profPic || null }} />
      )}
      <div className="comment__body">
        <p className={isFollowUp || isOwn ? 'visually-hidden' : 'comment__writer'}>
          <bdi>{writer}</bdi>
        </p>
        <div className="comment__bubble">
          {replyTo && <CommentQuote {...{ replyTo, onQuote }} />}
          {/* A reply is about the passage of the comment that it quotes. */}
          {passage && showsPassage && !replyTo && <PassageQuote passage={passage} />}
          {children}
        </div>
        <div className="comment__footer">
          <p className="comment__meta">{posted}</p>
          {actions}
        </div>
      </div>
    </li>
  )
}

interface CommentQuoteProps {
  replyTo: NonNullable<CommentView['replyTo']>
  onQuote?: ((commentNo: number) => void) | undefined
}

/** The first line of the comment that a reply quotes. */
export function CommentQuote({ replyTo: { commentNo, quote }, onQuote }: CommentQuoteProps) {
  if (quote === null) return <p className="comment__quote">{t('comments.quoteGone')}</p>
  const quoteText = (
    <>
      <b>{quote.writer}</b> <bdi>{quote.line}</bdi>
    </>
  )
  if (!onQuote) return <p className="comment__quote">{quoteText}</p>
  return (
    <button
      type="button"
      className="comment__quote"
      title={t('comments.toOriginal', { name: quote.writer })}
      onClick={() => onQuote(commentNo)}
    >
      {quoteText}
    </button>
  )
}

export const UNREAD_ID = 'comments-unread'

/** Rendered inside the first unread comment, because the divider is no list item. */
export function UnreadLine() {
  return (
    <p className="comment__unread" id={UNREAD_ID} tabIndex={-1}>
      {t('comments.unreadFrom')}
    </p>
  )
}

interface CommentTextProps {
  id?: string
  text: string
  mentioned?: CommentView['mentioned'] | undefined
}

/** Plain text with links and highlighted mentions. */
export function CommentText({ id, text, mentioned }: CommentTextProps) {
  return (
    <p className="comment__text" id={id} dir="auto">
      {splitIntoSegments(text, mentioned).map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text keep their order
        <CommentSegment key={index} segment={segment} />
      ))}
    </p>
  )
}

function CommentSegment({ segment: { text, address, userNo } }: { segment: TextSegment }) {
  const me = useAtomValue(authAtom)
  if (address !== undefined)
    return (
      <a href={address} target="_blank" rel="nofollow noopener">
        {text}
      </a>
    )
  if (userNo === undefined) return text
  return <span className={`mention ${userNo === me.userNo ? 'mention--me' : ''}`}>{text}</span>
}

interface CommentsSectionProps {
  count: number
  /** Shown beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** The log region uses it as its label. */
export const COMMENTS_TITLE_ID = 'comments-title'

export function CommentsSection({ count, aside, children }: CommentsSectionProps) {
  return (
    <section className="comments no-print" aria-labelledby={COMMENTS_TITLE_ID}>
      <div className="comments__head">
        <h2 className="comments__title" id={COMMENTS_TITLE_ID} tabIndex={-1}>
          {count > 0 ? t('comments.count', { count }) : t('comments.title')}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
