import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import { sayIn } from '#server/platform/say.ts'
import { commentView } from './comments.presenter.ts'
import type { CommentRecord } from './comments.store.ts'

/** An event is for everybody, so what has no name of its own is said in the product's language. */
const say = sayIn(DEFAULT_LANGUAGE)

/** The thread is counted after the hub took its version: of two counts the one with the higher version is right. */
export async function announcePosted(
  { stores, people, live }: Context,
  { hubNo, version }: HubRecord,
  comment: CommentRecord,
): Promise<void> {
  const { noteNo, writerNo } = comment
  const [writers, count] = await Promise.all([people.of([writerNo]), stores.comments.countIn(hubNo, noteNo)])
  const view = commentView(comment, writers, say)
  live.emitToHub(hubNo, 'comment:posted', { hubNo, version, noteNo, count, comment: view })
}

/** The comment is read after the hub took its version: of two changes the one with the higher version tells the last. */
export async function announceChanged(
  { stores, people, live }: Context,
  { hubNo, version }: HubRecord,
  changed: CommentRecord,
): Promise<void> {
  const { noteNo, commentNo, writerNo } = changed
  const [writers, comment] = await Promise.all([people.of([writerNo]), stores.comments.byNo(commentNo)])
  const view = commentView(comment ?? changed, writers, say)
  live.emitToHub(hubNo, 'comment:changed', { hubNo, version, noteNo, comment: view })
}

export async function announceDeleted(
  { stores, live }: Context,
  { hubNo, version }: HubRecord,
  { noteNo, commentNo }: CommentRecord,
): Promise<void> {
  const count = await stores.comments.countIn(hubNo, noteNo)
  live.emitToHub(hubNo, 'comment:deleted', { hubNo, version, noteNo, count, commentNo })
}
