import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import './comment.css'
import './comments.css'
import './commentBox.css'

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
