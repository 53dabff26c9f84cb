import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { NoteView } from '#protocol/notes.ts'
import { CommentBox } from './CommentBox.tsx'
import { CommentItem } from './CommentItem.tsx'
import { COMMENTS_TITLE_ID, CommentsSection } from './CommentsSection.tsx'
import { Composers } from './Composers.tsx'
import type { Thread } from './comments.cache.ts'
import { useThread } from './comments.live.ts'
import { useOlderComments } from './comments.queries.ts'
import { GoneThread } from './GoneThread.tsx'
import { OutgoingComment } from './OutgoingComment.tsx'
import { useComposers, useTellingComposing } from './useComposing.ts'
import { useUnsent } from './useUnsent.ts'

const UNKNOWN = { count: 0, comments: [], hasOlder: true } satisfies Partial<Thread>

/** What the members of a hub say about a note that is shared in it; once it is no longer, what they have not sent. */
export function CommentThread({ hubNo, note }: { hubNo: number; note: NoteView }) {
  const viewer = useAtomValue(authAtom)
  const place = { hubNo, noteNo: note.noteNo }
  const thread = useThread(hubNo, note.noteNo, viewer.userNo)
  const { count, comments, hasOlder } = thread.data ?? UNKNOWN
  const [oldest] = comments
  const older = useOlderComments(place)
  const unsent = useUnsent(place, viewer.userNo, { comments, hasOlder })
  const composers = useComposers(hubNo, note.noteNo, viewer.userNo)
  const { tellComposing, beginAnew } = useTellingComposing(hubNo, note.noteNo)
  const box = useRef<HTMLTextAreaElement>(null)

  if (thread.error instanceof CallFailed && thread.error.code === 'notFound')
    return <GoneThread place={place} wasShown={thread.data !== undefined} />

  function type(typed: string) {
    unsent.write(typed)
    if (typed.trim() !== '') tellComposing()
  }
  function sendTyped(checked: string) {
    unsent.send(checked)
    beginAnew()
    box.current?.focus()
  }
  function rewrite(takeBack: () => void) {
    takeBack()
    box.current?.focus()
  }

  return (
    <CommentsSection count={count}>
      {thread.isPending && <SkeletonRows rows={2} height={64} />}
      {thread.isError && !thread.data && (
        <ErrorState onRetry={() => void thread.refetch()} busy={thread.isFetching}>
          {t('comments.loadFailed')} {failureText(thread.error)}
        </ErrorState>
      )}
      {hasOlder && oldest && (
        <div className="comments__older">
          <Button kind="quiet" busy={older.isPending} onClick={() => older.mutate(oldest.commentNo)}>
            {t('comments.older')}
          </Button>
          {older.error && <Message kind="error">{failureText(older.error)}</Message>}
        </div>
      )}
      {thread.data && (
        <div role="log" aria-labelledby={COMMENTS_TITLE_ID} aria-busy={older.isPending}>
          {comments.length + unsent.outgoing.length === 0 && (
            <p className="comments__empty">{t('comments.empty')}</p>
          )}
          <ol className="comments__list">
            {comments.map(comment => (
              <CommentItem key={comment.commentNo} {...{ comment, place, note, viewer }} />
            ))}
            {unsent.outgoing.map(comment => (
              <OutgoingComment
                key={comment.requestKey}
                text={comment.text}
                trouble={comment.failure && `${t('comments.sendFailed')} ${comment.failure}`}
                onSendAgain={() => unsent.sendAgain(comment)}
                onTakeBack={() => rewrite(() => unsent.takeBack(comment))}
              />
            ))}
            {unsent.lostEdits.map(edit => (
              <OutgoingComment
                key={edit.commentNo}
                text={edit.text}
                trouble={t('comments.editedGone')}
                onTakeBack={() => rewrite(() => unsent.takeBackEdit(edit))}
              />
            ))}
          </ol>
        </div>
      )}
      <Composers names={composers} />
      {thread.data && (
        <CommentBox
          ref={box}
          label={t('comments.write')}
          sendLabel={t('comments.send')}
          value={unsent.text}
          onChange={type}
          onSend={sendTyped}
        />
      )}
    </CommentsSection>
  )
}
