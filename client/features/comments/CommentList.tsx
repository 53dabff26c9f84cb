import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { CommentsByPlace } from '#client/features/passages/CommentsByPlace.tsx'
import { PassageQuote } from '#client/features/passages/PassageQuote.tsx'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { beginsDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { CommentView } from '#protocol/comments.ts'
import type { NoteView } from '#protocol/notes.ts'
import { COMMENTS_TITLE_ID, CommentQuote, CommentText } from './CommentCard.tsx'
import { CommentItem } from './CommentItem.tsx'
import { isFollowUp, type Thread } from './comments.cache.ts'
import type { DraftOwner } from './comments.drafts.ts'
import type { QueuedComment } from './comments.outbox.ts'
import { useOlderComments } from './comments.queries.ts'
import { usePendingComments } from './comments.sendQueue.ts'
import { ScrollAnchor } from './threadScrolling.tsx'
import { UnreadAbove, type useUnreadAbove } from './UnreadAbove.tsx'
import type { useScrollToComment } from './useScrollToComment.ts'
import type { useThreadViewport } from './useThreadViewport.ts'

interface CommentListProps {
  owner: DraftOwner
  note: NoteView
  thread: Thread
  viewport: Pick<ReturnType<typeof useThreadViewport>, 'list' | 'isAtEnd'>
  /** Lists the comments by their place in the text instead of their time. */
  isByPlace: boolean
  /** The first comment below the unread divider, or null. */
  unreadFrom: number | null
  unreadAbove: ReturnType<typeof useUnreadAbove>
  scroll: ReturnType<typeof useScrollToComment>
  onReply: (comment: CommentView) => void
  /** Runs a callback that moves text back into the comment box. */
  onRestoreDraft: (moveToDraft: () => void) => void
}

/** The comments, oldest first, followed by the user's unsent ones. */
export function CommentList(props: CommentListProps) {
  const {
    owner,
    note,
    thread,
    viewport,
    isByPlace,
    unreadFrom,
    unreadAbove,
    scroll,
    onReply,
    onRestoreDraft,
  } = props
  const { place } = owner
  const viewer = useAtomValue(authAtom)
  const older = useOlderComments(place)
  const pending = usePendingComments(owner, thread)
  const { highlightedNo, scrollToComment } = scroll
  const scrollToQuoted = useCallback(
    (commentNo: number) => void scrollToComment(commentNo),
    [scrollToComment],
  )
  const { comments, hasOlder, unreadBefore } = thread
  const [oldest] = comments
  const inTime = isByPlace ? [] : comments

  return (
    <ScrollAnchor list={viewport.list} isAtEnd={viewport.isAtEnd}>
      {hasOlder && oldest && (
        <div className="comments__older">
          <Button kind="quiet" busy={older.isPending} onClick={() => older.mutate()}>
            {t('comments.older')}
          </Button>
          {older.error && <Message kind="error">{failureText(older.error)}</Message>}
        </div>
      )}
      {unreadBefore && <UnreadAbove count={unreadBefore.count} state={unreadAbove} />}
      <div ref={viewport.list} role="log" aria-labelledby={COMMENTS_TITLE_ID} aria-busy={older.isPending}>
        {comments.length + pending.outgoing.length === 0 && (
          <p className="comments__empty">{t('comments.empty')}</p>
        )}
        <ol className="comments__list">
          {isByPlace && (
            <CommentsByPlace
              comments={comments}
              renderComment={(comment, before) => (
                <CommentItem
                  key={comment.commentNo}
                  {...{ comment, place, note, viewer, onReply }}
                  isFirstUnread={false}
                  isFirstOfDay={false}
                  isFollowUp={isFollowUp(before, comment)}
                  isHighlighted={comment.commentNo === highlightedNo}
                  showsPassage={false}
                  onQuote={scrollToQuoted}
                />
              )}
            />
          )}
          {inTime.map((comment, index) => (
            <CommentItem
              key={comment.commentNo}
              {...{ comment, place, note, viewer, onReply }}
              isFirstUnread={comment.commentNo === unreadFrom}
              isFirstOfDay={beginsDay(comments[index - 1]?.postedAt, comment.postedAt)}
              isFollowUp={comment.commentNo !== unreadFrom && isFollowUp(comments[index - 1], comment)}
              isHighlighted={comment.commentNo === highlightedNo}
              onQuote={scrollToQuoted}
            />
          ))}
          {pending.outgoing.map(comment => (
            <PendingComment
              key={comment.requestKey}
              comment={comment}
              sendFailure={sendFailureText(comment)}
              onRetry={() => pending.retrySend(comment)}
              {...(comment.isPassageRefused && {
                onSendWithoutPassage: () => pending.sendWithoutPassage(comment),
              })}
              onMoveToDraft={() => onRestoreDraft(() => pending.moveToDraft(comment))}
            />
          ))}
          {pending.orphanedEdits.map(edit => (
            <PendingComment
              key={edit.commentNo}
              comment={edit}
              sendFailure={t('comments.editedGone')}
              onMoveToDraft={() => onRestoreDraft(() => pending.moveEditToDraft(edit))}
            />
          ))}
        </ol>
      </div>
    </ScrollAnchor>
  )
}

export function sendFailureText({ failure, passes }: QueuedComment): string | null {
  if (failure === null) return null
  return `${t('comments.sendFailed')} ${passes ? t('comments.sentLater') : failure}`
}

interface PendingCommentProps {
  comment: Pick<QueuedComment, 'text' | 'replyTo' | 'passage'>
  showsPassage?: boolean
  /** Error text; null while it is being sent. */
  sendFailure: string | null
  /** Absent if the comment cannot be retried unchanged. */
  onRetry?: () => void
  /** Absent unless the server refuses the passage only. */
  onSendWithoutPassage?: () => void
  onMoveToDraft: () => void
}

/** A comment that the server has not confirmed. */
export function PendingComment({
  comment: { text, replyTo, passage },
  showsPassage = true,
  sendFailure,
  onRetry,
  onSendWithoutPassage,
  onMoveToDraft,
}: PendingCommentProps) {
  return (
    <li className="comment comment--own comment--outgoing">
      <div className="comment__body">
        <div className="comment__bubble">
          {replyTo && <CommentQuote replyTo={{ commentNo: replyTo.commentNo, quote: replyTo }} />}
          {passage && showsPassage && <PassageQuote passage={passage} />}
          <CommentText text={text} />
        </div>
        {sendFailure === null && (
          <div className="comment__footer">
            <p className="comment__meta">{t('comments.sending')}</p>
          </div>
        )}
        {sendFailure !== null && (
          <>
            <p className="comment__failure" role="alert">
              {sendFailure}
            </p>
            <div className="comment__retry">
              <Button onClick={onMoveToDraft}>{t('comments.takeBack')}</Button>
              {onSendWithoutPassage && (
                <Button onClick={onSendWithoutPassage}>{t('passages.sendWithout')}</Button>
              )}
              {onRetry && <Button onClick={onRetry}>{t('comments.sendAgain')}</Button>}
            </div>
          </>
        )}
      </div>
    </li>
  )
}
