import { canUseTopic, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { moveToTrash } from '#server/features/trash/trash.moving.ts'
import { notFound } from '#server/platform/errors.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { TopicRecord } from './topics.store.ts'

/** All devices of a person ask for it when they are told of something new. */
export async function listTopics(
  { stores, topicCounts, readShared }: Context,
  { userNo }: Viewer,
  { curPageNo, itemsPerPage }: { curPageNo: number; itemsPerPage: number },
): Promise<Page<TopicRecord>> {
  return readShared(`topics of ${userNo} ${curPageNo} ${itemsPerPage}`, () =>
    pageAt(curPageNo, itemsPerPage, async range => {
      const { items, total } = await stores.topics.pageOf(userNo, range)
      return { items, total: total ?? (await topicCounts.of([userNo])).get(userNo) ?? 0 }
    }),
  )
}

/** @param formerNo the number that it had before it was deleted. */
export async function createTopic(
  context: Context,
  viewer: Viewer,
  title: string,
  formerNo?: number,
): Promise<number> {
  const { stores, counters, live, clock } = context
  const { userNo: ownerNo } = viewer
  const { subjectNo } = await createWithinQuota(context, ['topics', ownerNo], {
    count: () => stores.topics.countOf(ownerNo),
    async make() {
      const createdAt = clock()
      const topic = { subjectNo: formerNo ?? (await counters.next('topic')), ownerNo, title, createdAt }
      await stores.topics.insert({ ...topic, ...(formerNo !== undefined && { broughtAt: createdAt }) })
      await live.forget('topicCounts', ownerNo)
      return topic
    },
    async takeBack(topic) {
      await stores.topics.delete(topic)
      await live.forget('topicCounts', ownerNo)
    },
  })
  return subjectNo
}

/** Makes a deleted topic anew under the number that it had. */
export async function bringTopic(
  context: Context,
  viewer: Viewer,
  { subjectNo, title }: { subjectNo: number; title: string },
): Promise<number> {
  return createTopic(context, viewer, title, subjectNo).catch(error => {
    // Another device brings it back just now.
    if (duplicateFields(error) === null) throw error
    return subjectNo
  })
}

/** Somebody else's topic is not found: whether it exists is nobody's business. */
async function ownTopic({ stores }: Context, viewer: Viewer, subjectNo: number): Promise<TopicRecord> {
  const topic = await stores.topics.byNo(subjectNo)
  if (topic === null || !canUseTopic(viewer, topic)) throw notFound()
  return topic
}

export async function renameTopic(
  context: Context,
  viewer: Viewer,
  { topicNo, title }: { topicNo: number; title: string },
): Promise<void> {
  await ownTopic(context, viewer, topicNo)
  await context.stores.topics.rename(topicNo, title)
  await context.live.forget('topicTitles', topicNo)
}

/** Answers with when it began: what was in the trash before was deleted by itself. */
export async function deleteTopic(context: Context, viewer: Viewer, subjectNo: number): Promise<Date> {
  const since = context.clock()
  await ownTopic(context, viewer, subjectNo)
  await context.unfinished.run({ kind: 'deleteTopic', entityNo: subjectNo, userNo: viewer.userNo }, work =>
    removeTopic(context, work.entityNo),
  )
  return since
}

/**
 * Its notes go to the trash; then the topic goes, so that no note can come under it any more; then what came meanwhile. One that
 * was brought back under its number meanwhile stays, with what came back to it. Safe to repeat.
 */
export async function removeTopic(context: Context, subjectNo: number): Promise<void> {
  const { stores } = context
  const topic = await stores.topics.byNo(subjectNo)
  const trashNotes = async () => {
    for (const noteNo of await stores.notes.numbersIn(subjectNo))
      await moveToTrash(context, noteNo, topic?.title ?? '')
  }
  if (topic) {
    await trashNotes()
    const isGone = await stores.topics.delete(topic)
    await context.live.forget('topicCounts', topic.ownerNo)
    if (!isGone && (await stores.topics.byNo(subjectNo))) return
  }
  await trashNotes()
}
