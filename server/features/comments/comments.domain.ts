import { canChangeComment, canDeleteComment, type Viewer } from '#protocol/access.ts'
import { COMMENTS_AT_ONCE, COMMENTS_BACK_AT_ONCE } from '#protocol/limits.ts'
import type { ReactionView } from '#protocol/reactions.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { memberOf, ownHub, requireMember } from '#server/features/hubs/hubs.listing.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { seeThread } from '#server/features/inbox/inbox.domain.ts'
import { notificationsOfComment, recipientsOf } from '#server/features/inbox/recipients.rules.ts'
import { requireShown, shownShare } from '#server/features/shares/shares.shown.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { forbidden, notFound, RequestError } from '#server/platform/errors.ts'
import { publishChanged, publishPosted, publishRead } from './comments.events.ts'
import { mentionedIn } from './comments.mentions.ts'
import { callAnew, deleteNotificationsOfComment, notifyRecipients } from './comments.notifications.ts'
import { removeComment } from './comments.removal.ts'
import { countToTell, isStillEditable } from './comments.rules.ts'
import type { CommentRecord } from './comments.store.ts'

export interface Thread {
  hubNo: number
  noteNo: number
}

interface NewComment extends Thread {
  text: string
  requestKey: string
  /** The comment that it answers. */
  replyTo?: number | undefined
}

interface CommentList {
  version: number
  /** Of the whole thread. */
  count: number
  /** The oldest of them first. */
  comments: CommentRecord[]
  hasOlder: boolean
  /** With the note, and with these comments. */
  empathies: ReactionView[]
  /** Up to this comment nothing is new to the viewer. */
  readUpTo: number
  /** What is new to the viewer before these comments; absent without any. */
  unreadBefore?: { count: number; firstNo: number }
}

/** The hub's version is read before its comments, so the answer holds at least all that happened up to it. */
export async function listComments(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, before, backTo }: Thread & { before?: number | undefined; backTo?: number | undefined },
): Promise<CommentList> {
  const { stores } = context
  const hub = await ownHub(context, viewer, hubNo)
  const thread = await stores.comments.threadOf(hubNo, noteNo, {
    before,
    limit: (backTo === undefined ? COMMENTS_AT_ONCE : COMMENTS_BACK_AT_ONCE) + 1,
    readerNo: viewer.userNo,
  })
  await requireShown(context, thread?.share ?? null)
  const newest = thread?.newest ?? []
  const told = countToTell(newest, backTo)
  const comments = newest.slice(0, told).toReversed()
  const { joinedAt } = memberOf(hub, viewer.userNo)
  const fromBefore = comments.findLast(({ postedAt }) => postedAt <= joinedAt)?.commentNo ?? 0
  const readUpTo = Math.max(thread?.readUpTo ?? 0, fromBefore)
  const { empathies: reactions = [] } = thread ?? {}
  const hasOlder = newest.length > told
  const page = { version: hub.version, comments, hasOlder, readUpTo, empathies: reactions }
  if (before === undefined && !hasOlder) return { ...page, count: comments.length }
  const { count, unread, firstUnreadNo } = await stores.comments.countsOf(hubNo, noteNo, {
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
 * Takes two trips to the database when nothing else happens meanwhile in the hub (decision 0012). A repeated sending makes nothing
 * new, but is announced again: the first may have been cut off before.
 */
export async function postComment(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, text, requestKey, replyTo }: NewComment,
): Promise<CommentRecord> {
  const { stores, counters, clock } = context
  const place = { hubNo, noteNo }
  const [writerNo, postedAt] = [viewer.userNo, clock()]
  const basis = await stores.posting.read(place, { writerNo, replyTo })
  if (basis === null) throw notFound()
  const before = requireMember(viewer, basis.hub)
  const share = await requireShown(context, basis.share)
  if (replyTo !== undefined) requireInThread(basis.answered, place, REPLY_GONE)
  const mentionedNos = await mentionedIn(context, before, text)
  const posted: CommentRecord = {
    ...{ commentNo: await counters.next('comment'), ...place, writerNo, text, postedAt, requestKey },
    ...(replyTo !== undefined && { replyTo }),
    ...(mentionedNos.length > 0 && { mentionedNos }),
  }
  const recipients = recipientsOf(posted, { ...basis, share })
  const saved = await mutateHub(context, hubNo, {
    save: () =>
      stores.posting.save(posted, {
        hub: before,
        news: notificationsOfComment(posted, recipients, postedAt),
      }),
    async count({ comment, isCounted }) {
      return isCounted ? { ...before, version: before.version + 1 } : countInTurn(context, comment)
    },
    async publish(hub, { comment, isCounted }) {
      const count = isCounted ? basis.count + 1 : await stores.threads.countOf(place)
      await publishPosted(context, hub, { comment, count })
      notifyRecipients(context, hub, { userNos: [...recipients.keys()], at: comment.postedAt })
    },
    async takeBack() {
      await stores.comments.delete(posted, clock())
      await deleteNotificationsOfComment(context, posted)
      // Somebody may have read and counted it meanwhile.
      await stores.hubs.bumpVersion(hubNo)
      throw notFound()
    },
  })
  if (saved === null) throw notFound()
  return saved.comment
}

/** Null when the writer has left the hub meanwhile, or the note has, and its thread been cleared away. */
async function countInTurn(
  { stores }: Context,
  { hubNo, noteNo, writerNo, postedAt }: CommentRecord,
): Promise<HubRecord | null> {
  const hub = await stores.hubs.countComment(hubNo, writerNo, postedAt)
  return hub && (await stores.shares.live(hubNo, noteNo)) && hub
}

export async function updateComment(
  context: Context,
  viewer: Viewer,
  { commentNo, text }: { commentNo: number; text: string },
): Promise<{ saved: CommentRecord } | { rejected: TextKey }> {
  const { stores, clock } = context
  const { comment, hub } = await openComment(context, viewer, commentNo)
  if (!canChangeComment(viewer, comment)) throw forbidden()
  const now = clock()
  if (!isStillEditable(comment, now)) return { rejected: 'comments.tooLate' }
  const mentionedNos = await mentionedIn(context, hub, text)
  const saved = await mutateHub(context, comment.hubNo, {
    save: () => stores.comments.update(commentNo, { text, editedAt: now, mentionedNos }),
    async publish(hub, saved) {
      await publishChanged(context, hub, saved)
      await callAnew(context, hub, { before: comment, after: saved })
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
  await context.stores.commentReads.mark({ userNo, hubNo, noteNo, readCommentNo: commentNo })
  publishRead(context, viewer, { hubNo, noteNo, commentNo })
  await seeThread(context, viewer, { hubNo, noteNo, commentNo })
}

/** For members of the hub, while the note is shared in it; anybody else finds nothing. */
export async function openThread(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo }: Thread,
): Promise<{ hub: HubRecord; share: ShareRecord }> {
  const [hub, share] = await Promise.all([ownHub(context, viewer, hubNo), shownShare(context, hubNo, noteNo)])
  return { hub, share }
}

async function openComment(
  context: Context,
  viewer: Viewer,
  commentNo: number,
): Promise<{ comment: CommentRecord; hub: HubRecord; share: ShareRecord }> {
  const comment = await context.stores.comments.byNo(commentNo)
  if (comment === null) throw notFound()
  return { comment, ...(await openThread(context, viewer, comment)) }
}

const REPLY_GONE = { sentence: 'comments.replyGone', field: 'replyTo' } as const

/**
 * The comment that was read, if it stands in the thread. Judged only once it is known that the viewer may read the thread: nobody
 * else is told what is in it.
 */
export function requireInThread(
  comment: CommentRecord | null,
  thread: Thread,
  /** What its asker is told, and of which field. */
  gone: { sentence: TextKey; field: string },
): CommentRecord {
  if (comment === null || comment.hubNo !== thread.hubNo || comment.noteNo !== thread.noteNo)
    throw new RequestError('notFound', gone)
  return comment
}
