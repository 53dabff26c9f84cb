import type { Applied, PageRules } from '#client/live/versions.ts'
import { type CommentPage, type CommentView, type Quote, quoteOf } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import type { ReactionView } from '#protocol/reactions.ts'

/** What live events and one's own doing make of a thread. All of it is pure. */

/** As much of a thread as is shown: its newest comments, the oldest of them first. */
export interface Thread
  extends Pick<
    CommentPage,
    'version' | 'count' | 'comments' | 'hasOlder' | 'readUpTo' | 'unreadBefore' | 'empathies'
  > {
  /** Comments of which it was heard that they are gone: a late answer does not bring them back. */
  goneNos?: readonly number[]
}

/** How the thread of a note takes up what happens in its hub. */
export const threadRules = (noteNo: number): PageRules<Thread, HubEvent> => ({
  apply: (thread, event) => withEvent(thread, event, noteNo),
})

function withEvent(thread: Thread, event: HubEvent, noteNo: number): Applied<Thread> {
  switch (event.name) {
    case 'comment:posted': {
      const { comment, count } = event.payload
      if (event.payload.noteNo !== noteNo) break
      return { page: { ...withPosted(thread, comment), count }, lacks: null }
    }
    case 'comment:changed':
      if (event.payload.noteNo !== noteNo) break
      return { page: withChanged(thread, event.payload.comment), lacks: null }
    case 'comment:deleted': {
      const { commentNo, count } = event.payload
      if (event.payload.noteNo !== noteNo) break
      // Whether it was unread is not told of what is not shown.
      const lacks = isUnshownUnread(thread, commentNo) ? 'answer' : null
      return { page: { ...withDeleted(thread, commentNo), count }, lacks }
    }
    case 'empathy:changed':
      if (event.payload.noteNo !== noteNo) break
      return { page: withReaction(thread, event.payload.empathy), lacks: null }
    case 'note:withdrawn':
      return { page: thread, lacks: event.payload.noteNo === noteNo ? 'answer' : null }
    case 'note:shared':
      return { page: thread, lacks: event.payload.note.noteNo === noteNo ? 'answer' : null }
    case 'note:changed':
    case 'note:pinned':
    case 'readers:changed':
    case 'hub:named':
    case 'members:changed':
      break
    default:
      event satisfies never
  }
  return { page: thread, lacks: null }
}

/** Whether it stands among the comments that are further back than the thread is shown and that may be unread. */
function isUnshownUnread({ unreadBefore, comments }: Thread, commentNo: number): boolean {
  if (unreadBefore === undefined) return false
  return commentNo >= unreadBefore.firstNo && commentNo < (comments[0]?.commentNo ?? 0)
}

/**
 * Nothing when it is there already: the answer, the event and one's own sending tell the same. Nor when it lies further
 * back than the thread is shown: a late answer may tell of a comment from long before.
 */
export function withPosted(thread: Thread, comment: CommentView): Thread {
  if (thread.comments.some(({ commentNo }) => commentNo === comment.commentNo)) return thread
  if (thread.goneNos?.includes(comment.commentNo)) return thread
  const oldest = thread.comments[0]?.commentNo ?? 0
  if (thread.hasOlder && comment.commentNo < oldest) return thread
  const comments = [...thread.comments, comment].sort((a, b) => a.commentNo - b.commentNo)
  return { ...thread, comments, count: thread.count + 1 }
}

export function withChanged(thread: Thread, changed: CommentView): Thread {
  const quoted = withQuote(thread.comments, changed.commentNo, quoteOf(changed))
  const comments = quoted.map(comment => (comment.commentNo === changed.commentNo ? changed : comment))
  return { ...thread, comments }
}

/** One's own edit as it was answered. What else there is of the comment may have been told anew since. */
export function withOwnEdit(thread: Thread, answered: CommentView): Thread {
  const { commentNo, text, edited, mentioned } = answered
  const known = thread.comments.find(comment => comment.commentNo === commentNo)
  if (known === undefined) return thread
  const { mentioned: _, ...others } = known
  return withChanged(thread, { ...others, text, edited, ...(mentioned && { mentioned }) })
}

/** Answers to a comment show what it says now; null: that it is gone. */
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

/** Who empathizes with the note or a comment from now on. */
export function withReaction(thread: Thread, reaction: ReactionView): Thread {
  const { empathies: reactions = [] } = thread
  const others = reactions.filter(({ commentNo }) => commentNo !== reaction.commentNo)
  return { ...thread, empathies: [...others, reaction] }
}

/** What was shown stays up to date by its own events: of an answer with older comments nothing else is taken. */
export function withOlder(thread: Thread, answer: CommentPage): Thread {
  const { comments, hasOlder, readUpTo, unreadBefore, empathies: reactions = [] } = answer
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

/** The reader has seen all up to a comment that is shown. */
export function withReadUpTo({ unreadBefore: _, ...thread }: Thread, commentNo: number): Thread {
  return { ...thread, readUpTo: Math.max(thread.readUpTo ?? 0, commentNo) }
}

/** The number of the newest comment of somebody else up to `seenUpTo`; 0 when there is none. */
export function newestSeenOfOthers(
  { comments }: Pick<Thread, 'comments'>,
  myNo: number,
  seenUpTo: number,
): number {
  return (
    comments.findLast(({ writerNo, commentNo }) => writerNo !== myNo && commentNo <= seenUpTo)?.commentNo ?? 0
  )
}

/** The comments of others after `after`, up to `upTo`. */
export function commentsOfOthers(
  { comments }: Pick<Thread, 'comments'>,
  myNo: number,
  { after, upTo }: { after: number; upTo: number },
): CommentView[] {
  return comments.filter(
    ({ writerNo, commentNo }) => writerNo !== myNo && commentNo > after && commentNo <= upTo,
  )
}
