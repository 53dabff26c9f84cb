import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import './comment.css'
import './comment.screens.css'
import './comments.css'
import './composing.css'
import './unread.css'

interface CommentsSectionProps {
  /** Of the whole thread. */
  count: number
  /** Beside that. */
  aside?: ReactNode
  children: ReactNode
}

/** Names the thread, too. */
export const COMMENTS_TITLE_ID = 'comments-title'

/** The frame of a thread below its note, under how many comments it has. */
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
