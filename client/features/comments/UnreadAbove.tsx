import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { UNREAD_ID } from './CommentCard.tsx'
import { newestSeenOfOthers, type Thread } from './comments.cache.ts'
import { loadBackTo, readUpToComment, type ThreadPlace } from './comments.queries.ts'

/** Replaces the unread divider while it is not loaded, and offers to load the thread back to it. */
export function UnreadAbove({ count, state }: { count: number; state: ReturnType<typeof useUnreadAbove> }) {
  const { jumping, skipping } = state
  const error = jumping.error ?? skipping.error
  return (
    <div className="comments__unread-above" id={UNREAD_ID} tabIndex={-1}>
      <p>{t('comments.unreadAbove', { count })}</p>
      <div className="comments__unread-actions">
        <Button busy={jumping.isPending} onClick={() => jumping.mutate()}>
          <ToolIcon name="up" />
          {t('comments.toFirstUnread')}
        </Button>
        <Button kind="quiet" busy={skipping.isPending} onClick={() => skipping.mutate()}>
          {t('comments.countAsRead')}
        </Button>
      </div>
      {error && <Message kind="error">{failureText(error)}</Message>}
    </div>
  )
}

interface Unread extends Pick<Thread, 'comments' | 'unreadBefore'> {
  myNo: number
  /** The first unread comment, once it is loaded. */
  firstBelowNo: number | null
  show: (commentNo: number) => void
}

export function useUnreadAbove(
  place: ThreadPlace,
  { comments, unreadBefore, myNo, firstBelowNo, show }: Unread,
) {
  const cache = useQueryClient()
  const isJumpPending = useRef(false)
  const showFirst = useEffectEvent(show)

  useEffect(() => {
    if (!isJumpPending.current || firstBelowNo === null) return
    isJumpPending.current = false
    showFirst(firstBelowNo)
  }, [firstBelowNo])

  const jumping = useMutation({
    mutationFn: () => loadBackTo(cache, place, unreadBefore?.firstNo ?? 0),
    onMutate() {
      isJumpPending.current = true
    },
  })
  const skipping = useMutation({
    mutationFn: () =>
      readUpToComment(cache, place, newestSeenOfOthers({ comments }, myNo, Number.POSITIVE_INFINITY), myNo),
  })
  return { jumping, skipping }
}
