import { mayUseTopic, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { removeNote } from '#server/features/notes/notes.removal.ts'
import { notFound, requireRoomFor } from '#server/platform/errors.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import type { TopicRecord } from './topics.store.ts'

export async function listTopics(
  { stores }: Context,
  viewer: Viewer,
  asked: { curPageNo: number; itemsPerPage: number },
): Promise<Page<TopicRecord>> {
  return pageAt(asked.curPageNo, asked.itemsPerPage, range => stores.topics.pageOf(viewer.userNo, range))
}

export async function createTopic(
  { stores, counters, clock }: Context,
  viewer: Viewer,
  title: string,
): Promise<void> {
  requireRoomFor('topics', await stores.topics.countOf(viewer.userNo))
  const subjectNo = await counters.next('topic')
  await stores.topics.insert({ subjectNo, ownerNo: viewer.userNo, title, createdAt: clock() })
}

/** Somebody else's topic is not found: whether it exists is nobody's business. */
export async function ownTopic({ stores }: Context, viewer: Viewer, subjectNo: number): Promise<TopicRecord> {
  const topic = await stores.topics.byNo(subjectNo)
  if (topic === null || !mayUseTopic(viewer, topic)) throw notFound()
  return topic
}

export async function deleteTopic(context: Context, viewer: Viewer, subjectNo: number): Promise<void> {
  await ownTopic(context, viewer, subjectNo)
  await context.unfinished.run({ kind: 'deleteTopic', entityNo: subjectNo, userNo: viewer.userNo }, work =>
    removeTopic(context, work.entityNo),
  )
}

/** The topic goes first, so that no note can come under it any more; then its notes. Safe to repeat. */
export async function removeTopic(context: Context, subjectNo: number): Promise<void> {
  await context.stores.topics.delete(subjectNo)
  for (const noteNo of await context.stores.notes.numbersIn(subjectNo)) await removeNote(context, noteNo)
}
