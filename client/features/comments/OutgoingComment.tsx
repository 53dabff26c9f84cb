import { t } from '#client/platform/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { CommentText } from './CommentText.tsx'
import type { Outgoing } from './comments.unsent.ts'

interface OutgoingCommentProps {
  comment: Outgoing
  onSendAgain: () => void
  /** Puts its text back into the box. */
  onTakeBack: () => void
}

export function OutgoingComment({
  comment: { text, failure },
  onSendAgain,
  onTakeBack,
}: OutgoingCommentProps) {
  return (
    <li className={`comment comment--outgoing ${failure === null ? '' : 'comment--failed'}`}>
      <div className="comment__body">
        <CommentText text={text} />
        {failure === null && <p className="comment__facts">{t('comments.sending')}</p>}
        {failure !== null && (
          <>
            <p className="comment__failure" role="alert">
              {t('comments.sendFailed')} {failure}
            </p>
            <div className="comment-box__actions">
              <Button onClick={onTakeBack}>{t('comments.takeBack')}</Button>
              <Button kind="primary" onClick={onSendAgain}>
                {t('comments.sendAgain')}
              </Button>
            </div>
          </>
        )}
      </div>
    </li>
  )
}
