import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useReaders } from '#client/features/discussion/usePresence.ts'
import {
  useMarkCommentNotificationsSeen,
  useMarkThreadNotificationsSeen,
} from '#client/features/inbox/inbox.queries.ts'
import { CommentOrderSwitch, useCommentOrder } from '#client/features/passages/commentOrder.tsx'
import { OpenPassageInThread } from '#client/features/passages/OpenPassageInThread.tsx'
import { usePassageState } from '#client/features/passages/passages.state.ts'
import { useOpenGroup } from '#client/features/passages/useOpenGroup.ts'
import { bringIntoView, scrollToAndFocus } from '#client/platform/browser/scrolling.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useNumberParameter } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { AvatarGroup } from '#client/ui/Avatar.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { type CommentView, quoteOf } from '#protocol/comments.ts'
import type { NoteView } from '#protocol/notes.ts'
import { CommentsSection, CommentText, UNREAD_ID } from './CommentCard.tsx'
import { CommentList } from './CommentList.tsx'
import { CommentsSkeleton } from './CommentsSkeleton.tsx'
import { isAddressedTo, type Thread } from './comments.cache.ts'
import { setDraftTarget } from './comments.drafts.ts'
import { useOtherMembers, useReadReport, useThread } from './comments.live.ts'
import { getOutbox, outboxAtom, outboxKey, unsentTexts } from './comments.outbox.ts'
import type { ThreadPlace } from './comments.queries.ts'
import { useShownThread } from './comments.sendQueue.ts'
import { ThreadFooter } from './ThreadFooter.tsx'
import { useInitialScroll, useUnreadInOrderOfTime } from './threadScrolling.tsx'
import { useUnreadAbove } from './UnreadAbove.tsx'
import { useUnreadDivider } from './unreadDivider.ts'
import { useCommentInAddress, useScrollToComment } from './useScrollToComment.ts'
import { useThreadViewport } from './useThreadViewport.ts'

const EMPTY_THREAD: Omit<Thread, 'version'> = { count: 0, comments: [], hasOlder: true }

/** The comment thread of a note in a hub. Once the note is no longer shared it shows the user's unsent comments. */
export function CommentThread({ hubNo, note }: { hubNo: number; note: NoteView }) {
  const { userNo } = useAtomValue(authAtom)
  const { noteNo } = note
  const owner = useMemo(() => ({ userNo, place: { hubNo, noteNo } }), [userNo, hubNo, noteNo])
  const { place } = owner
  useShownThread(owner)
  const thread = useThread(hubNo, noteNo)
  const current = thread.data ?? EMPTY_THREAD
  const { box, seenNos: seenNosAtom } = usePassageState()
  /** The newest comment when `jumpToUnread` last scrolled to the first unread one. */
  const scrolledUpTo = useRef(0)
  const freshThread = thread.isFetchedAfterMount ? thread.data : undefined
  const { group, isBeside, close } = useOpenGroup(owner)
  const order = useCommentOrder()
  const hasPassages = current.comments.some(({ passage }) => passage !== undefined)
  const isByPlace = hasPassages && order === 'place'
  const seenInPassages = useAtomValue(seenNosAtom)
  const linkedNo = useNumberParameter('comment')
  const [hasJumped, setJumped] = useState(linkedNo === null)
  const viewport = useThreadViewport(current.comments, {
    isLoaded: freshThread !== undefined,
    isByPlace,
    readUpTo: current.readUpTo,
    isCovered: (linkedNo !== null && !hasJumped) || (group !== null && !isBeside),
  })
  const seenNos = new Set([...viewport.seenNos, ...seenInPassages])
  const { firstBelowNo, next, seenUpTo, ...unseen } = useUnreadDivider(freshThread, userNo, {
    ...viewport,
    seenNos,
  })
  const scroll = useScrollToComment(place, viewport.beginJump)
  const unreadAbove = useUnreadAbove(place, { ...current, myNo: userNo, firstBelowNo, show: showUnread })
  const isCommentMissing = useCommentInAddress(scroll, freshThread !== undefined, () => setJumped(true))
  const others = useOtherMembers(hubNo)
  useReadReport(place, current, { myNo: userNo, seenUpTo })
  useMarkThreadNotificationsSeen(place, seenUpTo, freshThread !== undefined)
  // A mention counts as seen once it was shown, also with unread comments above it.
  const knownUpTo = Math.max(seenUpTo, current.readUpTo ?? 0)
  useMarkCommentNotificationsSeen(
    current.comments
      .filter(
        comment =>
          seenNos.has(comment.commentNo) &&
          (comment.commentNo === linkedNo ||
            (comment.commentNo > knownUpTo && isAddressedTo(comment, userNo))),
      )
      .map(({ commentNo }) => commentNo),
  )
  useInitialScroll(viewport.end, freshThread !== undefined)
  const isUnread = next !== null || current.unreadBefore !== undefined
  useUnreadInOrderOfTime(isByPlace, isUnread, viewport.stopFollowing)

  const startReply = useCallback(
    (comment: CommentView) => {
      setDraftTarget(owner, { replyTo: { commentNo: comment.commentNo, ...quoteOf(comment) } })
      box.current?.focus()
    },
    [owner, box],
  )

  if (isNotFound(thread.error))
    return <UnavailableThread place={place} wasShown={thread.data !== undefined} />

  function jumpToUnread() {
    if (isBeside) close()
    const newest = current.comments.at(-1)?.commentNo ?? 0
    // The second jump goes to the end, but not with comments that were skipped above it.
    const isSecond = !unseen.isAbove && (next ?? newest) <= scrolledUpTo.current
    if (!isUnread || isSecond) {
      viewport.endJump()
      return viewport.showEnd()
    }
    scrolledUpTo.current = newest
    if (next === null) scrollToAndFocus(UNREAD_ID, 'center')
    else showUnread(next)
  }
  function showUnread(commentNo: number) {
    // By place, there is no divider.
    if (isByPlace || commentNo !== firstBelowNo) void scroll.scrollToComment(commentNo)
    else scrollToAndFocus(UNREAD_ID, 'center')
  }
  function restoreDraft(moveToDraft: () => void) {
    moveToDraft()
    box.current?.focus()
  }

  return (
    <CommentsSection
      count={current.count}
      aside={
        <>
          <ThreadReaders {...place} others={others} />
          {hasPassages && <CommentOrderSwitch />}
        </>
      }
    >
      <div className="comments__scroll" hidden={isBeside}>
        {thread.isPending && <CommentsSkeleton />}
        {isCommentMissing && <CommentNotFound />}
        <LoadFailure query={thread} title={t('comments.loadFailed')} />
        {thread.data && (
          <CommentList
            {...{ owner, note, viewport, isByPlace }}
            thread={thread.data}
            unreadFrom={firstBelowNo}
            unreadAbove={unreadAbove}
            scroll={scroll}
            onReply={startReply}
            onRestoreDraft={restoreDraft}
          />
        )}
        <div ref={viewport.end} className="comments__end" />
      </div>
      {isBeside && group && thread.data && (
        <OpenPassageInThread
          {...{ owner, note, group }}
          thread={thread.data}
          onClose={close}
          onReply={startReply}
          focusBox={() => box.current?.focus()}
        />
      )}
      <div ref={viewport.below} className="comments__footer">
        <ThreadFooter
          {...{ owner, box }}
          thread={thread.data}
          people={others}
          count={viewport.isAtEnd ? 0 : current.count}
          {...unseen}
          isAbove={isByPlace ? viewport.isAtEnd : unseen.isAbove}
          {...(isBeside && group && { openGroup: group, onClosePassage: close })}
          onJump={jumpToUnread}
          // The list renders the comment first.
          onSent={() => requestAnimationFrame(viewport.showEnd)}
        />
      </div>
    </CommentsSection>
  )
}

/** Explains that the note left the hub, and shows the unsent comments so that they can be copied. */
export function UnavailableThread({ place, wasShown }: { place: ThreadPlace; wasShown: boolean }) {
  const { userNo } = useAtomValue(authAtom)
  useShownThread({ userNo, place })
  const texts = unsentTexts(getOutbox(useAtomValue(outboxAtom), outboxKey(userNo, place)))
  const notice = useRef<HTMLParagraphElement>(null)
  const showsVanishedText = wasShown && texts.length > 0

  // The box with the text was in view all the time; on a phone the end of the thread may not be.
  useEffect(() => {
    if (showsVanishedText && notice.current) bringIntoView(notice.current, 'center')
  }, [showsVanishedText])

  if (!wasShown && texts.length === 0) return null
  return (
    <CommentsSection count={0}>
      <p ref={notice} className="comments__empty" role="status">
        {t(texts.length > 0 ? 'comments.goneWithUnsent' : 'comments.gone')}
      </p>
      <ul className="comments__list">
        {texts.map(text => (
          <li className="comment comment--own comment--outgoing" key={text}>
            <div className="comment__body">
              <div className="comment__bubble">
                <CommentText text={text} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </CommentsSection>
  )
}

/** Scrolled into view, because the thread opens at another position. */
function CommentNotFound() {
  const place = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (place.current) bringIntoView(place.current, 'center')
  }, [])

  return (
    <p ref={place} className="comments__empty" role="status">
      {t('comments.notFound')}
    </p>
  )
}

interface ThreadReadersProps {
  hubNo: number
  noteNo: number
  others: readonly PersonView[] | undefined
}

/** Other members who have the note open now. Mounting it reports that the user reads the note. */
function ThreadReaders({ hubNo, noteNo, others = [] }: ThreadReadersProps) {
  const readers = useReaders(hubNo, noteNo)
  const readingMembers = others.filter(({ userNo }) => readers.has(userNo))
  if (readingMembers.length === 0) return null
  const people = readingMembers.map(({ userNo, userName, profPic }) => ({
    userNo,
    name: userName,
    picture: profPic || null,
  }))
  return (
    <p className="thread-readers" title={readingMembers.map(({ userName }) => userName).join(', ')}>
      <span className="thread-readers__avatars">
        <AvatarGroup people={people} />
      </span>
      <span className="thread-readers__text">
        {t('comments.readingTogether', { count: readingMembers.length + 1 })}
      </span>
    </p>
  )
}
