import type { ReactNode, Ref } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
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
  above,
  below,
  children,
}: CommentCardProps) {
  const { commentNo, writer, writerNo, profPic, postedAt, edited, replyTo } = comment
  return (
    <li ref={ref} className={`comment ${isLit ? 'comment--lit' : ''}`} tabIndex={-1} data-comment={commentNo}>
      {above}
      <Avatar size="grouped" person={{ userNo: writerNo, name: writer, picture: profPic || null }} />
      <div className="comment__body">
        <div className="comment__head">
          <p className="comment__facts">
            <span className="comment__writer">{writer}</span>
            {isOwn && <MeBadge />}
            {address === undefined ? (
              <RelativeTime at={postedAt} />
            ) : (
              <Link className="comment__address" to={address} title={t('comments.address')}>
                <RelativeTime at={postedAt} />
              </Link>
            )}
            {edited && <span>{t('comments.edited')}</span>}
          </p>
          {actions && <div className="comment__actions">{actions}</div>}
        </div>
        {replyTo && <CommentQuote {...{ replyTo, onQuote }} />}
        {children}
        {below && <div className="comment__below">{below}</div>}
      </div>
    </li>
  )
}
