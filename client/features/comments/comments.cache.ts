import type { Applied, PageRules } from '#client/live/versions.ts'
import type { CommentPage, CommentView } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'

/** What live events and one's own doing make of a thread. All of it is pure. */

/** As much of a thread as is shown: its newest comments, the oldest of them first. */
export type Thread = Pick<CommentPage, 'version' | 'count' | 'comments' | 'hasOlder'>

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
      return { page: { ...withDeleted(thread, commentNo), count }, lacks: null }
    }
    case 'note:withdrawn':
      return { page: thread, lacks: event.payload.noteNo === noteNo ? 'answer' : null }
    case 'note:shared':
      return { page: thread, lacks: event.payload.note.noteNo === noteNo ? 'answer' : null }
    case 'note:changed':
    case 'note:pinned':
    case 'members:changed':
      break
    default:
      event satisfies never
  }
  return { page: thread, lacks: null }
}

/**
 * Nothing when it is there already: the answer, the event and one's own sending tell the same. Nor when it lies further
 * back than the thread is shown: a late answer may tell of a comment from long before.
 */
export function withPosted(thread: Thread, comment: CommentView): Thread {
  if (thread.comments.some(({ commentNo }) => commentNo === comment.commentNo)) return thread
  const oldest = thread.comments[0]?.commentNo ?? 0
  if (thread.hasOlder && comment.commentNo < oldest) return thread
  const comments = [...thread.comments, comment].sort((a, b) => a.commentNo - b.commentNo)
  return { ...thread, comments, count: thread.count + 1 }
}

export function withChanged(thread: Thread, changed: CommentView): Thread {
  const comments = thread.comments.map(comment =>
    comment.commentNo === changed.commentNo ? changed : comment,
  )
  return { ...thread, comments }
}

export function withDeleted(thread: Thread, deletedNo: number): Thread {
  const comments = thread.comments.filter(({ commentNo }) => commentNo !== deletedNo)
  if (comments.length === thread.comments.length) return thread
  return { ...thread, comments, count: thread.count - 1 }
}

/** What was shown stays up to date by its own events: of an answer with older comments nothing else is taken. */
export function withOlder(thread: Thread, { comments, hasOlder }: CommentPage): Thread {
  const oldest = thread.comments[0]?.commentNo ?? Number.POSITIVE_INFINITY
  const older = comments.filter(({ commentNo }) => commentNo < oldest)
  return { ...thread, comments: [...older, ...thread.comments], hasOlder }
}

/** The number of the newest comment of somebody else; 0 when there is none. */
export function newestOfOthers({ comments }: Thread, myNo: number): number {
  return comments.findLast(({ writerNo }) => writerNo !== myNo)?.commentNo ?? 0
}
