import type { ReactNode, Ref } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { CommentView } from '#protocol/comments.ts'

interface CommentCardProps {
  ref?: Ref<HTMLLIElement>
  comment: Omit<CommentView, 'requestKey'>
  isOwn: boolean
  /** What can be done with it. */
  actions?: ReactNode
  /** The text, or what stands in its place. */
  children: ReactNode
}

export function CommentCard({ ref, comment, isOwn, actions, children }: CommentCardProps) {
  const { writer, writerNo, profPic, postedAt, edited } = comment
  return (
    <li ref={ref} className="comment">
      <Avatar size="grouped" person={{ userNo: writerNo, name: writer, picture: profPic || null }} />
      <div className="comment__body">
        <div className="comment__head">
          <p className="comment__facts">
            <span className="comment__writer">{writer}</span>
            {isOwn && <MeBadge />}
            <RelativeTime at={postedAt} />
            {edited && <span>{t('comments.edited')}</span>}
          </p>
          {actions && <div className="comment__actions">{actions}</div>}
        </div>
        {children}
      </div>
    </li>
  )
}
