import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { CommentQuote } from './CommentQuote.tsx'
import { CommentText } from './CommentText.tsx'
import type { Answered } from './comments.outbox.ts'

interface OutgoingCommentProps {
  text: string
  /** What it answers. */
  answered?: Answered | undefined
  /** Why it is not in the thread, in a sentence; null while it is under way. */
  saveFailure: string | null
  /** Without it, it cannot be sent as it is. */
  onSendAgain?: () => void
  /** Puts its text back into the box. */
  onTakeBack: () => void
}

/** What its writer has and the thread has not. */
export function PendingComment({
  text,
  answered,
  saveFailure,
  onSendAgain,
  onTakeBack,
}: OutgoingCommentProps) {
  return (
    <li className={`comment comment--outgoing ${saveFailure === null ? '' : 'comment--failed'}`}>
      <div className="comment__body">
        {answered && <CommentQuote replyTo={{ commentNo: answered.commentNo, quote: answered }} />}
        <CommentText text={text} />
        {saveFailure === null && <p className="comment__facts">{t('comments.sending')}</p>}
        {saveFailure !== null && (
          <>
            <p className="comment__failure" role="alert">
              {saveFailure}
            </p>
            <div className="comment-box__actions">
              <Button onClick={onTakeBack}>{t('comments.takeBack')}</Button>
              {onSendAgain && (
                <Button kind="primary" onClick={onSendAgain}>
                  {t('comments.sendAgain')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </li>
  )
}
