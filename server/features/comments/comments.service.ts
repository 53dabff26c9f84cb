import { canChangeComment, canDeleteComment, type Viewer } from '#protocol/access.ts'
import { COMMENT_EDIT_MS, COMMENTS_AT_ONCE, COMMENTS_BACK_AT_ONCE } from '#protocol/limits.ts'
import type { Passage } from '#protocol/passages.ts'
import type { ReactionView } from '#protocol/reactions.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { memberOf, ownHub, requireMember } from '#server/features/hubs/hubs.listing.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { seeThread } from '#server/features/inbox/inbox.service.ts'
import { countOnPassage, passageOfComment } from '#server/features/passages/commentPassage.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { findVisibleShare, requireVisible } from '#server/features/shares/shares.visibility.ts'
import { forbidden, notFound, RequestError } from '#server/platform/errors.ts'
import { publishChanged, publishPosted, publishRead } from './comments.events.ts'
import {
  deleteNotificationsOfComment,
  findMentioned,
  notificationsOfComment,
  notifyRecipients,
  planMailsOfComment,
  recipientsOf,
  updateMentionNotifications,
} from './comments.notifications.ts'
import { removeComment } from './comments.removal.ts'
import type { CommentRecord } from './comments.repository.ts'

interface Thread {
  hubNo: number
  noteNo: number
}

interface NewComment extends Thread {
  text: string
  requestKey: string
  /** The comment that it answers. */
  replyTo?: number | undefined
  /** A reply has that of the answered comment instead. */
  passage?: Passage | undefined
}

interface CommentList {
  version: number
  /** Of the whole thread. */
  count: number
  /** Oldest first. */
  comments: CommentRecord[]
  hasOlder: boolean
  /** Reactions to the note and to these comments. */
  reactions: ReactionView[]
  /** The last comment that the viewer has read. */
  readUpTo: number
  /** Unread comments before these; absent if there are none. */
  unreadBefore?: { count: number; firstNo: number }
}

/** Reads the hub version before the comments, so the response includes at least all changes up to it. */
export async function listComments(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, before, backTo }: Thread & { before?: number | undefined; backTo?: number | undefined },
): Promise<CommentList> {
  const { repositories } = context
  const hub = await ownHub(context, viewer, hubNo)
  const thread = await repositories.comments.findThread(hubNo, noteNo, {
    before,
    limit: (backTo === undefined ? COMMENTS_AT_ONCE : COMMENTS_BACK_AT_ONCE) + 1,
    readerNo: viewer.userNo,
  })
  await requireVisible(context, thread?.share ?? null)
  const newest = thread?.newest ?? []
  const pageSize = pageSizeFor(newest, backTo)
  const comments = newest.slice(0, pageSize).toReversed()
  const { joinedAt } = memberOf(hub, viewer.userNo)
  const fromBefore = comments.findLast(({ postedAt }) => postedAt <= joinedAt)?.commentNo ?? 0
  const readUpTo = Math.max(thread?.readUpTo ?? 0, fromBefore)
  const { reactions = [] } = thread ?? {}
  const hasOlder = newest.length > pageSize
  const page = { version: hub.version, comments, hasOlder, readUpTo, reactions }
  if (before === undefined && !hasOlder) return { ...page, count: comments.length }
  const { count, unread, firstUnreadNo } = await repositories.comments.countThread(hubNo, noteNo, {
    ...{ readerNo: viewer.userNo, joinedAt, after: readUpTo },
    before: comments[0]?.commentNo ?? 0,
  })
  return {
    ...page,
    count,
    ...(firstUnreadNo !== null && { unreadBefore: { count: unread, firstNo: firstUnreadNo } }),
  }
}

/**
 * Fast path: one round trip reads, another one saves the comment and bumps the hub version (decision 0012). Slow path,
 * if the hub changed meanwhile: a separate update bumps the version. A repeated request creates nothing, but publishes
 * again: the first one may have failed before publishing.
 */
export async function postComment(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, text, requestKey, replyTo, passage: givenPassage }: NewComment,
): Promise<CommentRecord> {
  const { repositories, counters, clock } = context
  const thread = { hubNo, noteNo }
  const [writerNo, postedAt] = [viewer.userNo, clock()]
  const postContext = await repositories.postComment.read(thread, {
    writerNo,
    replyTo,
    passage: givenPassage,
  })
  if (postContext === null) throw notFound()
  const hubBefore = requireMember(viewer, postContext.hub)
  const share = await requireVisible(context, postContext.share)
  if (replyTo !== undefined) requireInThread(postContext.answered, thread, DELETED_REPLY)
  const passage = await passageOfComment(
    context,
    { ...postContext, share },
    { ...thread, writerNo, requestKey },
  )
  const mentionedNos = await findMentioned(context, hubBefore, text)
  const newComment: CommentRecord = {
    ...{ commentNo: await counters.next('comment'), ...thread, writerNo, text, postedAt, requestKey },
    ...(replyTo !== undefined && { replyTo }),
    ...(mentionedNos.length > 0 && { mentionedNos }),
    ...(passage && { passage }),
  }
  const recipients = recipientsOf(newComment, { ...postContext, share })
  const saved = await mutateHub(context, hubNo, {
    save: () =>
      repositories.postComment.save(newComment, {
        hub: hubBefore,
        news: notificationsOfComment(newComment, recipients, postedAt),
      }),
    async bumpVersion({ comment, isCounted }) {
      return isCounted
        ? { ...hubBefore, version: hubBefore.version + 1 }
        : bumpVersionOnSlowPath(context, comment)
    },
    async publish(hub, { comment, isCounted }) {
      const count = isCounted ? postContext.count + 1 : await repositories.threads.getCount(thread)
      const passageCount = await countOnPassage(context, comment, isCounted ? postContext : null)
      await publishPosted(context, hub, { comment, count, passageCount })
      notifyRecipients(context, hub, { userNos: [...recipients.keys()], at: comment.postedAt })
      planMailsOfComment(context, recipients, comment.postedAt)
    },
    async rollback() {
      await repositories.comments.delete(newComment, clock())
      await deleteNotificationsOfComment(context, newComment)
      // Another member may have read and counted the comment meanwhile.
      await repositories.hubs.bumpVersion(hubNo)
      throw notFound()
    },
  })
  if (saved === null) throw notFound()
  return saved.comment
}

/** Null if the writer or the note has left the hub meanwhile and the thread was deleted. */
async function bumpVersionOnSlowPath(
  { repositories }: Context,
  { hubNo, noteNo, writerNo, postedAt }: CommentRecord,
): Promise<HubRecord | null> {
  const hub = await repositories.hubs.recordComment(hubNo, writerNo, postedAt)
  return hub && (await repositories.shares.findLive(hubNo, noteNo)) && hub
}

export async function updateComment(
  context: Context,
  viewer: Viewer,
  { commentNo, text }: { commentNo: number; text: string },
): Promise<{ saved: CommentRecord } | { rejected: TextKey }> {
  const { repositories, clock } = context
  const { comment, hub } = await openComment(context, viewer, commentNo)
  if (!canChangeComment(viewer, comment)) throw forbidden()
  const now = clock()
  if (!isStillEditable(comment, now)) return { rejected: 'comments.tooLate' }
  const mentionedNos = await findMentioned(context, hub, text)
  const saved = await mutateHub(context, comment.hubNo, {
    save: () => repositories.comments.update(commentNo, { text, editedAt: now, mentionedNos }),
    async publish(hub, saved) {
      await publishChanged(context, hub, saved)
      await updateMentionNotifications(context, hub, { before: comment, after: saved })
    },
  })
  if (saved === null) throw notFound()
  return { saved }
}

export async function deleteComment(context: Context, viewer: Viewer, commentNo: number): Promise<void> {
  const { comment, share } = await openComment(context, viewer, commentNo)
  if (!canDeleteComment(viewer, comment, share)) throw forbidden()
  await removeComment(context, comment)
}

export async function markCommentsRead(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, commentNo }: Thread & { commentNo: number },
): Promise<void> {
  await openThread(context, viewer, { hubNo, noteNo })
  const { userNo } = viewer
  await context.repositories.commentReads.markRead({ userNo, hubNo, noteNo, readCommentNo: commentNo })
  publishRead(context, viewer, { hubNo, noteNo, commentNo })
  await seeThread(context, viewer, { hubNo, noteNo, commentNo })
}

/** Requires that the viewer is a member and the note is shared in the hub; throws `notFound` otherwise. */
export async function openThread(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo }: Thread,
): Promise<{ hub: HubRecord; share: ShareRecord }> {
  const [hub, share] = await Promise.all([
    ownHub(context, viewer, hubNo),
    findVisibleShare(context, hubNo, noteNo),
  ])
  return { hub, share }
}

async function openComment(
  context: Context,
  viewer: Viewer,
  commentNo: number,
): Promise<{ comment: CommentRecord; hub: HubRecord; share: ShareRecord }> {
  const comment = await context.repositories.comments.findByNo(commentNo)
  if (comment === null) throw notFound()
  return { comment, ...(await openThread(context, viewer, comment)) }
}

const DELETED_REPLY = { sentence: 'comments.replyGone', field: 'replyTo' } as const

/**
 * Checks that the comment belongs to the thread. Call only after checking that the viewer may read the thread, so
 * that nobody else learns of its contents.
 */
export function requireInThread(
  comment: CommentRecord | null,
  thread: Thread,
  /** Error for a deleted comment: text and field. */
  notFoundError: { sentence: TextKey; field: string },
): CommentRecord {
  if (comment === null || comment.hubNo !== thread.hubNo || comment.noteNo !== thread.noteNo)
    throw new RequestError('notFound', notFoundError)
  return comment
}

export function isStillEditable(comment: { postedAt: Date }, now: Date): boolean {
  return now.getTime() - comment.postedAt.getTime() <= COMMENT_EDIT_MS
}

/**
 * Page size of a thread, newest comments first; large enough to include `backTo`, the index of the wanted comment.
 */
export function pageSizeFor(
  comments: readonly { commentNo: number }[],
  backTo = Number.POSITIVE_INFINITY,
): number {
  const neededCount = comments.filter(({ commentNo }) => commentNo >= backTo).length
  return Math.min(Math.max(neededCount, COMMENTS_AT_ONCE), COMMENTS_BACK_AT_ONCE)
}
