import type { ReactNode, Ref } from 'react'
import { t } from '#client/platform/language/language.ts'
import { clockOf } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { DayLine } from '#client/ui/DayLine.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { CommentView } from '#protocol/comments.ts'
import { CommentQuote } from './CommentQuote.tsx'

interface CommentCardProps {
  ref?: Ref<HTMLLIElement>
  comment: Omit<CommentView, 'requestKey'>
  isOwn: boolean
  /** Where it is found. */
  address?: string
  /** What can be done with it. */
  actions?: ReactNode
  /** Leads to the comment that it answers; without it that is only shown. */
  onQuote?: ((commentNo: number) => void) | undefined
  /** One was led to it just now. */
  isLit?: boolean
  /** It is the first of its day. */
  beginsDay: boolean
  /** It goes on with the one before it: whose it is stands there. */
  isFollowUp?: boolean
  /** Above it, over its whole width. */
  above?: ReactNode
  /** Below its text. */
  below?: ReactNode
  /** The text, or what stands in its place. */
  children: ReactNode
}

export function CommentCard({
  ref,
  comment,
  isOwn,
  address,
  actions,
  onQuote,
  isLit,
  beginsDay,
  isFollowUp = false,
  above,
  below,
  children,
}: CommentCardProps) {
  const { commentNo, writer, writerNo, profPic, postedAt, edited, replyTo } = comment
  const time = <RelativeTime at={postedAt} older={clockOf} />
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
  const actionBar = actions && <div className="comment__actions">{actions}</div>
  const kind = `${isLit ? 'comment--lit' : ''} ${isFollowUp ? 'comment--follow-up' : ''}`
  return (
    <li ref={ref} className={`comment ${kind}`} tabIndex={-1} data-comment={commentNo}>
      {beginsDay && <DayLine at={postedAt} />}
      {above}
      {!isFollowUp && (
        <Avatar size="grouped" person={{ userNo: writerNo, name: writer, picture: profPic || null }} />
      )}
      <div className="comment__body">
        {isFollowUp ? (
          <span className="visually-hidden">{writer}</span>
        ) : (
          <div className="comment__head">
            <p className="comment__facts">
              <bdi className="comment__writer">{writer}</bdi>
              {isOwn && <MeBadge />}
              {posted}
            </p>
            {actionBar}
          </div>
        )}
        {replyTo && <CommentQuote {...{ replyTo, onQuote }} />}
        {children}
        {(below || isFollowUp) && (
          <div className="comment__foot">
            <div className="comment__below">{below}</div>
            {isFollowUp && <p className="comment__facts">{posted}</p>}
            {isFollowUp && actionBar}
          </div>
        )}
      </div>
    </li>
  )
}
