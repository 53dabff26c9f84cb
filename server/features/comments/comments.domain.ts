import { mayChangeComment, mayDeleteComment, type Viewer } from '#protocol/access.ts'
import { COMMENTS_AT_ONCE } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { changeInHub } from '#server/features/hubs/hubs.change.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { announceChanged, announcePosted } from './comments.events.ts'
import { removeComment } from './comments.removal.ts'
import { isStillEditable } from './comments.rules.ts'
import type { CommentRecord } from './comments.store.ts'

export interface Thread {
  hubNo: number
  noteNo: number
}

/** The hub's version is read before its comments, so the answer holds at least all that happened up to it. */
export async function listComments(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, before }: Thread & { before?: number | undefined },
): Promise<{ version: number; count: number; comments: CommentRecord[]; hasOlder: boolean }> {
  const { stores } = context
  const hub = await ownHub(context, viewer, hubNo)
  const thread = await stores.comments.threadOf(hubNo, noteNo, { before, limit: COMMENTS_AT_ONCE + 1 })
  await requireShown(context, thread?.share ?? null)
  const newest = thread?.newest ?? []
  const areAll = before === undefined && newest.length <= COMMENTS_AT_ONCE
  const count = areAll ? newest.length : await stores.comments.countIn(hubNo, noteNo)
  const comments = newest.slice(0, COMMENTS_AT_ONCE).toReversed()
  return { version: hub.version, count, comments, hasOlder: newest.length > COMMENTS_AT_ONCE }
}

/** A repeated sending makes nothing new, but is announced again: the first may have been cut off before. */
export async function postComment(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, text, requestKey }: Thread & { text: string; requestKey: string },
): Promise<CommentRecord> {
  const { stores, counters, clock } = context
  await openThread(context, viewer, { hubNo, noteNo })
  const commentNo = await counters.next('comment')
  const [writerNo, postedAt] = [viewer.userNo, clock()]
  const comment = await changeInHub(context, hubNo, {
    save: () => stores.comments.insert({ commentNo, hubNo, noteNo, writerNo, text, postedAt, requestKey }),
    // Meanwhile the writer may have left the hub, or the note have left it, and its thread been cleared away.
    async count({ postedAt }) {
      const hub = await stores.hubs.countComment(hubNo, writerNo, postedAt)
      return hub && (await stores.shares.live(hubNo, noteNo)) && hub
    },
    tell: (hub, comment) => announcePosted(context, hub, comment),
    async takeBack() {
      await stores.comments.delete(commentNo)
      // Somebody may have read and counted it meanwhile.
      await stores.hubs.countChange(hubNo)
      throw notFound()
    },
  })
  if (comment === null) throw notFound()
  return comment
}

export async function updateComment(
  context: Context,
  viewer: Viewer,
  { commentNo, text }: { commentNo: number; text: string },
): Promise<{ saved: CommentRecord } | { refused: TextKey }> {
  const { stores, clock } = context
  const { comment } = await openComment(context, viewer, commentNo)
  if (!mayChangeComment(viewer, comment)) throw forbidden()
  const now = clock()
  if (!isStillEditable(comment, now)) return { refused: 'comments.tooLate' }
  const saved = await changeInHub(context, comment.hubNo, {
    save: () => stores.comments.update(commentNo, { text, editedAt: now }),
    tell: (hub, saved) => announceChanged(context, hub, saved),
  })
  if (saved === null) throw notFound()
  return { saved }
}

export async function deleteComment(context: Context, viewer: Viewer, commentNo: number): Promise<void> {
  const { comment, share } = await openComment(context, viewer, commentNo)
  if (!mayDeleteComment(viewer, comment, share)) throw forbidden()
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
}

/** For members of the hub, while the note is shared in it; anybody else finds nothing. */
async function openThread(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo }: Thread,
): Promise<{ hub: HubRecord; share: ShareRecord }> {
  const [hub, share] = await Promise.all([
    ownHub(context, viewer, hubNo),
    context.stores.shares.live(hubNo, noteNo),
  ])
  return { hub, share: await requireShown(context, share) }
}

/** Of an account that is being deleted nothing is shown any more, though its shares may still stand. */
async function requireShown({ people }: Context, share: ShareRecord | null): Promise<ShareRecord> {
  if (share === null || !(await people.of([share.authorNo])).has(share.authorNo)) throw notFound()
  return share
}

async function openComment(
  context: Context,
  viewer: Viewer,
  commentNo: number,
): Promise<{ comment: CommentRecord; share: ShareRecord }> {
  const comment = await context.stores.comments.byNo(commentNo)
  if (comment === null) throw notFound()
  const { share } = await openThread(context, viewer, comment)
  return { comment, share }
}
