import type { ApplyResult, PageRules } from '#client/live/livePage.ts'
import { beginsDay } from '#client/platform/language/time.ts'
import { type CommentPage, type CommentView, type Quote, quoteOf } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import type { ReactionView } from '#protocol/reactions.ts'

/** Updates of a cached thread, by live events and by the user's own actions. All functions are pure. */

/** The loaded part of a thread: its newest comments, oldest first. */
export interface Thread
  extends Pick<
    CommentPage,
    'version' | 'count' | 'comments' | 'hasOlder' | 'readUpTo' | 'unreadBefore' | 'empathies'
  > {
  /** Numbers of deleted comments, so that a late response does not restore them. */
  goneNos?: readonly number[]
}

export const threadRules = (noteNo: number): PageRules<Thread, HubEvent> => ({
  apply: (thread, event) => withEvent(thread, event, noteNo),
})

function withEvent(thread: Thread, event: HubEvent, noteNo: number): ApplyResult<Thread> {
  switch (event.name) {
    case 'comment:posted': {
      const { comment, count } = event.payload
      if (event.payload.noteNo !== noteNo) break
      return { page: { ...withPosted(thread, comment), count }, missing: null }
    }
    case 'comment:changed':
      if (event.payload.noteNo !== noteNo) break
      return { page: withChanged(thread, event.payload.comment), missing: null }
    case 'comment:deleted': {
      const { commentNo, count } = event.payload
      if (event.payload.noteNo !== noteNo) break
      // The client does not know whether a comment that is not loaded was unread.
      const missing = isUnshownUnread(thread, commentNo) ? 'refetch' : null
      return { page: { ...withDeleted(thread, commentNo), count }, missing }
    }
    case 'empathy:changed':
      if (event.payload.noteNo !== noteNo) break
      return { page: withReaction(thread, event.payload.empathy), missing: null }
    case 'note:withdrawn':
      return { page: thread, missing: event.payload.noteNo === noteNo ? 'refetch' : null }
    case 'note:shared':
      return { page: thread, missing: event.payload.note.noteNo === noteNo ? 'refetch' : null }
    case 'note:changed':
    case 'note:pinned':
    case 'readers:changed':
    case 'passage:highlighted':
    case 'passage:unhighlighted':
    case 'hub:named':
    case 'members:changed':
      break
    default:
      event satisfies never
  }
  return { page: thread, missing: null }
}

/** Whether a comment is older than the loaded ones and may be unread. */
function isUnshownUnread({ unreadBefore, comments }: Thread, commentNo: number): boolean {
  if (unreadBefore === undefined) return false
  return commentNo >= unreadBefore.firstNo && commentNo < (comments[0]?.commentNo ?? 0)
}

/**
 * Ignores a comment that the thread already has: the response, the event and the user's own send report the
 * same comment. Also ignores one older than the loaded part, which a late response may bring.
 */
export function withPosted(thread: Thread, comment: CommentView): Thread {
  if (thread.comments.some(({ commentNo }) => commentNo === comment.commentNo)) return thread
  if (thread.goneNos?.includes(comment.commentNo)) return thread
  const oldest = thread.comments[0]?.commentNo ?? 0
  if (thread.hasOlder && comment.commentNo < oldest) return thread
  const comments = [...thread.comments, comment].sort((a, b) => a.commentNo - b.commentNo)
  return { ...thread, comments, count: thread.count + 1 }
}

function withChanged(thread: Thread, changed: CommentView): Thread {
  const quoted = withQuote(thread.comments, changed.commentNo, quoteOf(changed))
  const comments = quoted.map(comment => (comment.commentNo === changed.commentNo ? changed : comment))
  return { ...thread, comments }
}

/** Applies the response to the user's own edit: only the text, because events may have updated the rest since. */
export function withOwnEdit(thread: Thread, response: CommentView): Thread {
  const { commentNo, text, edited, mentioned } = response
  const known = thread.comments.find(comment => comment.commentNo === commentNo)
  if (known === undefined) return thread
  const { mentioned: _, ...others } = known
  return withChanged(thread, { ...others, text, edited, ...(mentioned && { mentioned }) })
}

/** Updates the quote in replies to a comment; null marks the comment as deleted. */
function withQuote(comments: readonly CommentView[], commentNo: number, quote: Quote | null): CommentView[] {
  return comments.map(comment =>
    comment.replyTo?.commentNo === commentNo ? { ...comment, replyTo: { commentNo, quote } } : comment,
  )
}

export function withDeleted(thread: Thread, deletedNo: number): Thread {
  const others = thread.comments.filter(({ commentNo }) => commentNo !== deletedNo)
  const comments = withQuote(others, deletedNo, null)
  const { goneNos = [] } = thread
  if (goneNos.includes(deletedNo)) return thread
  const wasHere = comments.length < thread.comments.length
  const count = wasHere ? thread.count - 1 : thread.count
  return { ...thread, comments, count, goneNos: [...goneNos, deletedNo] }
}

export function withReaction(thread: Thread, reaction: ReactionView): Thread {
  const { empathies: reactions = [] } = thread
  const others = reactions.filter(({ commentNo }) => commentNo !== reaction.commentNo)
  return { ...thread, empathies: [...others, reaction] }
}

/** Prepends older comments. Events keep the loaded comments current, so nothing else of the response is used. */
export function withOlder(thread: Thread, response: CommentPage): Thread {
  const { comments, hasOlder, readUpTo, unreadBefore, empathies: reactions = [] } = response
  const oldest = thread.comments[0]?.commentNo ?? Number.POSITIVE_INFINITY
  const known = new Set(thread.empathies?.map(({ commentNo }) => commentNo))
  const isOlder = (commentNo: number) => commentNo < oldest && !known.has(commentNo)
  const older = comments.filter(({ commentNo }) => commentNo < oldest && !thread.goneNos?.includes(commentNo))
  const { unreadBefore: _, ...others } = thread
  return {
    ...others,
    comments: [...older, ...thread.comments],
    hasOlder,
    ...(unreadBefore && { unreadBefore }),
    readUpTo: Math.max(thread.readUpTo ?? 0, readUpTo ?? 0),
    empathies: [...(thread.empathies ?? []), ...reactions.filter(({ commentNo }) => isOlder(commentNo))],
  }
}

export function withReadUpTo({ unreadBefore: _, ...thread }: Thread, commentNo: number): Thread {
  return { ...thread, readUpTo: Math.max(thread.readUpTo ?? 0, commentNo) }
}

/** The newest comment of another member up to `seenUpTo`; 0 if there is none. */
export function newestSeenOfOthers(
  { comments }: Pick<Thread, 'comments'>,
  myNo: number,
  seenUpTo: number,
): number {
  return (
    comments.findLast(({ writerNo, commentNo }) => writerNo !== myNo && commentNo <= seenUpTo)?.commentNo ?? 0
  )
}

/** Comments of other members after `after` up to `upTo`. */
export function commentsOfOthers(
  { comments }: Pick<Thread, 'comments'>,
  myNo: number,
  { after, upTo }: { after: number; upTo: number },
): CommentView[] {
  return comments.filter(
    ({ writerNo, commentNo }) => writerNo !== myNo && commentNo > after && commentNo <= upTo,
  )
}

/** Whether a comment of another member mentions the user or replies to them. */
export function isAddressedTo({ writerNo, mentioned = [], replyTo }: CommentView, myNo: number): boolean {
  if (writerNo === myNo) return false
  return replyTo?.quote?.writerNo === myNo || mentioned.some(({ userNo }) => userNo === myNo)
}

/** A comment within this time continues the group of the previous one, in milliseconds. */
const GROUPED_WITHIN_MS = 60_000

type GroupableComment = Pick<CommentView, 'writerNo' | 'postedAt' | 'replyTo'>

/** Whether a comment continues the group: same writer and day, shortly after, and not a reply. */
export function isFollowUp(
  before: GroupableComment | undefined,
  { writerNo, postedAt, replyTo }: GroupableComment,
): boolean {
  if (before === undefined || replyTo !== undefined || before.writerNo !== writerNo) return false
  if (beginsDay(before.postedAt, postedAt)) return false
  return Date.parse(postedAt) - Date.parse(before.postedAt) < GROUPED_WITHIN_MS
}
