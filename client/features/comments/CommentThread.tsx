import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef } from 'react'
import { useMarkThreadNotificationsSeen } from '#client/features/inbox/useMarkNotificationsSeen.ts'
import { leadTo } from '#client/platform/browser/leadTo.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { type CommentView, quoteOf } from '#protocol/comments.ts'
import type { NoteView } from '#protocol/notes.ts'
import { CommentList } from './CommentList.tsx'
import { CommentsSection } from './CommentsSection.tsx'
import type { Thread } from './comments.cache.ts'
import { answerWithDraft } from './comments.draft.ts'
import { useReadReport, useThread } from './comments.live.ts'
import { GoneComment } from './GoneComment.tsx'
import { GoneThread } from './GoneThread.tsx'
import { ReadingTogether } from './ReadingTogether.tsx'
import { ThreadFoot } from './ThreadFoot.tsx'
import { UNREAD_ID } from './UnreadLine.tsx'
import { useCommentInAddress } from './useCommentInAddress.ts'
import { useOpeningPlace } from './useOpeningPlace.ts'
import { useOthers } from './useOthers.ts'
import { useScrollToComment } from './useScrollToComment.ts'
import { useThreadEnd } from './useThreadEnd.ts'
import { useUnreadAbove } from './useUnreadAbove.ts'
import { useUnreadDivider } from './useUnreadDivider.ts'

const UNKNOWN: Omit<Thread, 'version'> = { count: 0, comments: [], hasOlder: true }

/** What the members of a hub say about a note that is shared in it; once it is no longer, what they have not sent. */
export function CommentThread({ hubNo, note }: { hubNo: number; note: NoteView }) {
  const { userNo } = useAtomValue(authAtom)
  const { noteNo } = note
  const whose = useMemo(() => ({ userNo, place: { hubNo, noteNo } }), [userNo, hubNo, noteNo])
  const { place } = whose
  const thread = useThread(hubNo, noteNo)
  const shown = thread.data ?? UNKNOWN
  const box = useRef<HTMLTextAreaElement>(null)
  /** The newest comment when one was last led to the first of those that are not read. */
  const ledUpTo = useRef(0)
  const fresh = thread.isFetchedAfterMount ? thread.data : undefined
  const end = useThreadEnd(shown.comments, fresh !== undefined)
  const { before, next, seenUpTo, ...unseen } = useUnreadDivider(fresh, userNo, end)
  const above = useUnreadAbove(place, { ...shown, myNo: userNo, before })
  const leading = useScrollToComment(place)
  const isGone = useCommentInAddress(leading, fresh !== undefined)
  const others = useOthers(hubNo)
  useReadReport(place, shown, { myNo: userNo, seenUpTo })
  useMarkThreadNotificationsSeen(place, seenUpTo, fresh !== undefined)
  useOpeningPlace(end.end, fresh !== undefined)

  const answer = useCallback(
    (comment: CommentView) => {
      answerWithDraft(whose, { commentNo: comment.commentNo, ...quoteOf(comment) })
      box.current?.focus()
    },
    [whose],
  )

  if (isNotFound(thread.error)) return <GoneThread place={place} wasShown={thread.data !== undefined} />

  function jump() {
    const newest = shown.comments.at(-1)?.commentNo ?? 0
    const isUnread = next !== null || shown.unreadBefore !== undefined
    // Once it was led to what is not read, it leads to the end.
    if (!isUnread || (next ?? newest) <= ledUpTo.current) return end.showEnd()
    ledUpTo.current = newest
    if (next !== null && next !== before) void leading.lead(next).catch(() => {})
    else leadTo(UNREAD_ID, 'center')
  }
  function rewrite(takeBack: () => void) {
    takeBack()
    box.current?.focus()
  }

  return (
    <CommentsSection count={shown.count} aside={<ReadingTogether {...place} others={others} />}>
      <div className="comments__scroll">
        {thread.isPending && <SkeletonRows rows={2} height={64} />}
        {isGone && <GoneComment />}
        <LoadFailure query={thread} title={t('comments.loadFailed')} />
        {thread.data && (
          <CommentList
            {...{ whose, note, end }}
            thread={thread.data}
            unreadFrom={before}
            above={above}
            leading={leading}
            onReply={answer}
            onRewrite={rewrite}
          />
        )}
        <div ref={end.end} className="comments__end" />
      </div>
      <div ref={end.below} className="comments__foot">
        <ThreadFoot
          {...{ whose, box }}
          thread={thread.data}
          people={others}
          count={end.isAtEnd ? 0 : shown.count}
          {...unseen}
          onJump={jump}
          // Once it stands in the list.
          onSent={() => requestAnimationFrame(end.showEnd)}
        />
      </div>
    </CommentsSection>
  )
}
