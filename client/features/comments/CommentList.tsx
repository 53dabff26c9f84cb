import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { beginsDay } from '#client/platform/language/days.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { CommentView } from '#protocol/comments.ts'
import type { NoteView } from '#protocol/notes.ts'
import { CommentItem } from './CommentItem.tsx'
import { COMMENTS_TITLE_ID } from './CommentsSection.tsx'
import type { Thread } from './comments.cache.ts'
import { isFollowUp } from './comments.grouping.ts'
import type { Outgoing } from './comments.outbox.ts'
import { useOlderComments } from './comments.queries.ts'
import type { Whose } from './comments.sending.ts'
import { HeldPlace } from './HeldPlace.tsx'
import { PendingComment } from './PendingComment.tsx'
import { UnreadAbove } from './UnreadAbove.tsx'
import { useOutgoing } from './useOutbox.ts'
import type { useScrollToComment } from './useScrollToComment.ts'
import type { useThreadEnd } from './useThreadEnd.ts'
import type { useUnreadAbove } from './useUnreadAbove.ts'

interface CommentListProps {
  whose: Whose
  note: NoteView
  thread: Thread
  end: Pick<ReturnType<typeof useThreadEnd>, 'list' | 'isAtEnd'>
  /** The number of the first comment below the line; null: there is no line. */
  unreadFrom: number | null
  above: ReturnType<typeof useUnreadAbove>
  leading: ReturnType<typeof useScrollToComment>
  /** Answers a comment. */
  onReply: (comment: CommentView) => void
  /** Called with what puts words back into the box. */
  onRewrite: (takeBack: () => void) => void
}

/** What was said, the oldest first, and what its writer has not brought there yet. */
export function CommentList(props: CommentListProps) {
  const { whose, note, thread, end, unreadFrom, above, leading, onReply, onRewrite } = props
  const { place } = whose
  const viewer = useAtomValue(authAtom)
  const older = useOlderComments(place)
  const unsent = useOutgoing(whose, thread)
  const { litNo, lead } = leading
  const leadToQuoted = useCallback((commentNo: number) => void lead(commentNo).catch(() => {}), [lead])
  const { comments, hasOlder, unreadBefore } = thread
  const [oldest] = comments

  return (
    <HeldPlace list={end.list} isAtEnd={end.isAtEnd}>
      {hasOlder && oldest && (
        <div className="comments__older">
          <Button kind="quiet" busy={older.isPending} onClick={() => older.mutate()}>
            {t('comments.older')}
          </Button>
          {older.error && <Message kind="error">{failureText(older.error)}</Message>}
        </div>
      )}
      {unreadBefore && <UnreadAbove count={unreadBefore.count} above={above} />}
      <div ref={end.list} role="log" aria-labelledby={COMMENTS_TITLE_ID} aria-busy={older.isPending}>
        {comments.length + unsent.outgoing.length === 0 && (
          <p className="comments__empty">{t('comments.empty')}</p>
        )}
        <ol className="comments__list">
          {comments.map((comment, index) => (
            <CommentItem
              key={comment.commentNo}
              {...{ comment, place, note, viewer, onReply }}
              isFirstUnread={comment.commentNo === unreadFrom}
              beginsDay={beginsDay(comments[index - 1]?.postedAt, comment.postedAt)}
              isFollowUp={comment.commentNo !== unreadFrom && isFollowUp(comments[index - 1], comment)}
              isLit={comment.commentNo === litNo}
              onQuote={leadToQuoted}
            />
          ))}
          {unsent.outgoing.map(comment => (
            <PendingComment
              key={comment.requestKey}
              text={comment.text}
              answered={comment.replyTo}
              saveFailure={saveFailureOf(comment)}
              onSendAgain={() => unsent.sendAgain(comment)}
              onTakeBack={() => onRewrite(() => unsent.takeBack(comment))}
            />
          ))}
          {unsent.lostEdits.map(edit => (
            <PendingComment
              key={edit.commentNo}
              text={edit.text}
              saveFailure={t('comments.editedGone')}
              onTakeBack={() => onRewrite(() => unsent.takeBackEdit(edit))}
            />
          ))}
        </ol>
      </div>
    </HeldPlace>
  )
}

function saveFailureOf({ failure, passes }: Outgoing): string | null {
  if (failure === null) return null
  return `${t('comments.sendFailed')} ${passes ? t('comments.sentLater') : failure}`
}
