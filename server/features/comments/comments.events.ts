import type { Viewer } from '#protocol/access.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { sayIn } from '#server/platform/say.ts'
import { lastCommentView } from './comments.presenter.ts'
import type { CommentRecord } from './comments.store.ts'
import { viewComment } from './comments.views.ts'

/** An event is for everybody, so what has no name of its own is said in the product's language. */
const say = sayIn(DEFAULT_LANGUAGE)

/** `count`, of the thread, is as it is at the hub's version or later: of two counts the one with the higher version is right. */
export async function publishPosted(
  context: Context,
  { hubNo, version }: HubRecord,
  { comment, count }: { comment: CommentRecord; count: number },
): Promise<void> {
  const { noteNo } = comment
  const view = await viewComment(context, comment, say)
  context.live.emitToHub(hubNo, 'comment:posted', { hubNo, version, noteNo, count, comment: view })
}

/** The comment is read after the hub took its version: of two changes the one with the higher version tells the last. */
export async function publishChanged(
  context: Context,
  { hubNo, version }: HubRecord,
  changed: CommentRecord,
): Promise<void> {
  const { stores, live } = context
  const { noteNo, commentNo } = changed
  const comment = await stores.comments.byNo(commentNo)
  const view = await viewComment(context, comment ?? changed, say)
  live.emitToHub(hubNo, 'comment:changed', { hubNo, version, noteNo, comment: view })
}

export async function publishDeleted(
  { stores, people, live }: Context,
  { hubNo, version }: HubRecord,
  { noteNo, commentNo }: CommentRecord,
): Promise<void> {
  const { count, newest } = await stores.comments.summaryOf({ hubNo, noteNo })
  const writers = await people.of(newest ? [newest.writerNo] : [])
  const last = lastCommentView(newest, writers)
  live.emitToHub(hubNo, 'comment:deleted', { hubNo, version, noteNo, count, commentNo, last })
}

/** To the reader's tabs: what is not read on one of them is read on none. */
export function publishRead(
  { live }: Context,
  { userNo }: Viewer,
  read: { hubNo: number; noteNo: number; commentNo: number },
): void {
  live.emitToUser(userNo, 'comments:read', read)
}
