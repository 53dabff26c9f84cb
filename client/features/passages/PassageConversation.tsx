import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, type Ref, useEffect } from 'react'
import { COMMENTS_TITLE_ID } from '#client/features/comments/CommentCard.tsx'
import { CommentItem } from '#client/features/comments/CommentItem.tsx'
import { PendingComment, sendFailureText } from '#client/features/comments/CommentList.tsx'
import { isFollowUp, type Thread } from '#client/features/comments/comments.cache.ts'
import { type DraftOwner, setDraftTarget } from '#client/features/comments/comments.drafts.ts'
import { loadBackTo } from '#client/features/comments/comments.queries.ts'
import { usePendingComments } from '#client/features/comments/comments.sendQueue.ts'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { beginsDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { CommentView } from '#protocol/comments.ts'
import type { NoteView } from '#protocol/notes.ts'
import { passageKey } from '#protocol/passages.ts'
import { PassageBar } from './PassageBar.tsx'
import type { PassageGroup } from './passages.groups.ts'
import { usePassageState } from './passages.state.ts'
import { useAnchoredGroups, useHighlighting, usePassageGroups } from './usePassages.ts'

interface PassageConversationProps {
  headingRef?: Ref<HTMLHeadingElement>
  owner: DraftOwner
  note: NoteView
  thread: Thread
  group: PassageGroup
  /** Absent in a dialog. */
  onClose?: () => void
  onReply: (comment: CommentView) => void
  focusBox: () => void
  /** Scrolls with the comments. */
  children?: ReactNode
}

/** A passage and the comments on it, oldest first. */
export function PassageConversation(props: PassageConversationProps) {
  const { headingRef, owner, note, thread, group, onClose, onReply, focusBox, children } = props
  const { place, userNo } = owner
  const viewer = useAtomValue(authAtom)
  const groups = useAnchoredGroups(usePassageGroups(owner))
  const { data: hub } = useHubMembers(place.hubNo)
  const { adding, deleting } = useHighlighting(place, userNo)
  const pending = usePendingComments(owner, thread)
  const nos = new Set(group.comments.map(({ commentNo }) => commentNo))
  const comments = thread.comments.filter(({ commentNo }) => nos.has(commentNo))
  const outgoing = pending.outgoing.filter(({ passage }) => passage && passageKey(passage) === group.key)
  const error = adding.error ?? deleting.error
  const older = useCommentsOf(owner, group, thread)

  return (
    <>
      <PassageBar
        {...(headingRef && { ref: headingRef })}
        {...{ group, groups }}
        members={hub?.participants}
        myNo={userNo}
        {...(onClose && { onClose })}
        onHighlight={() => adding.mutate(group.passage)}
        onErase={highlightNo => deleting.mutate(highlightNo)}
        onComment={() => {
          setDraftTarget(owner, { passage: group.passage })
          focusBox()
        }}
      />
      {error && <Message kind="error">{failureText(error)}</Message>}
      <div className="passage-conversation__comments" role="log" aria-labelledby={COMMENTS_TITLE_ID}>
        {comments.length + outgoing.length === 0 && group.comments.length === 0 && (
          <p className="comments__empty">{t('passages.noComments')}</p>
        )}
        {older?.error && (
          <Message kind="error">
            {t('comments.loadFailed')} {failureText(older.error)}{' '}
            <Button kind="quiet" onClick={() => older.mutate()}>
              {t('common.retry')}
            </Button>
          </Message>
        )}
        <ol className="comments__list">
          {comments.map((comment, index) => (
            <CommentItem
              key={comment.commentNo}
              {...{ comment, place, note, viewer, onReply }}
              isFirstUnread={false}
              isFirstOfDay={beginsDay(comments[index - 1]?.postedAt, comment.postedAt)}
              isFollowUp={isFollowUp(comments[index - 1], comment)}
              isHighlighted={false}
              showsPassage={false}
              onQuote={scrollToQuoted}
            />
          ))}
          {outgoing.map(comment => (
            <PendingComment
              key={comment.requestKey}
              comment={comment}
              showsPassage={false}
              sendFailure={sendFailureText(comment)}
              onRetry={() => pending.retrySend(comment)}
              {...(comment.isPassageRefused && {
                onSendWithoutPassage: () => pending.sendWithoutPassage(comment),
              })}
              onMoveToDraft={() => {
                pending.moveToDraft(comment)
                focusBox()
              }}
            />
          ))}
        </ol>
        {children}
      </div>
    </>
  )
}

/**
 * Loads the comments on the passage that the thread has not loaded yet, and remembers that the user has seen all of them. Returns the
 * state of loading; null if nothing is missing.
 */
function useCommentsOf(owner: DraftOwner, { comments }: PassageGroup, thread: Thread) {
  const cache = useQueryClient()
  const setSeenNos = useSetAtom(usePassageState().seenNos)
  const { place } = owner
  const oldestNo = comments[0]?.commentNo
  const oldestLoadedNo = thread.comments[0]?.commentNo
  const newestNo = comments.at(-1)?.commentNo
  const isMissing = oldestNo !== undefined && oldestLoadedNo !== undefined && oldestNo < oldestLoadedNo
  const loading = useMutation({ mutationFn: () => loadBackTo(cache, place, oldestNo ?? 0) })
  const { mutate: load } = loading

  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage may need older comments
  useEffect(() => {
    if (isMissing) load()
  }, [isMissing, place, oldestNo, load])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new comment has a higher number
  useEffect(() => {
    if (!isMissing) setSeenNos(seen => new Set([...seen, ...comments.map(({ commentNo }) => commentNo)]))
  }, [newestNo, isMissing, setSeenNos])
  return isMissing ? loading : null
}

function scrollToQuoted(commentNo: number): void {
  const scope = document.querySelector('.passage-conversation__comments')
  const comment = scope?.querySelector<HTMLElement>(`[data-comment="${commentNo}"]`)
  comment?.scrollIntoView({ block: 'center' })
  comment?.focus({ preventScroll: true })
}
