import { canUseTopic, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { moveToTrash } from '#server/features/notes/notes.removal.ts'
import { notFound } from '#server/platform/errors.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { loadPage, type Page } from '#server/platform/paging.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { TopicRecord } from './topics.repository.ts'

/** All devices of a user refetch it at once after an event. */
export async function listTopics(
  { repositories, topicCounts, coalesceRead }: Context,
  { userNo }: Viewer,
  { curPageNo, itemsPerPage }: { curPageNo: number; itemsPerPage: number },
): Promise<Page<TopicRecord>> {
  return coalesceRead(`topics of ${userNo} ${curPageNo} ${itemsPerPage}`, () =>
    loadPage(curPageNo, itemsPerPage, async range => {
      const { items, total } = await repositories.topics.findPage(userNo, range)
      return { items, total: total ?? (await topicCounts.getMany([userNo])).get(userNo) ?? 0 }
    }),
  )
}

/** @param formerNo the number before the topic was deleted. */
export async function createTopic(
  context: Context,
  viewer: Viewer,
  title: string,
  formerNo?: number,
): Promise<number> {
  const { repositories, counters, live, clock } = context
  const { userNo: ownerNo } = viewer
  const { subjectNo } = await createWithinQuota(context, ['topics', ownerNo], {
    count: () => repositories.topics.countByUser(ownerNo),
    async create() {
      const createdAt = clock()
      const topic = { subjectNo: formerNo ?? (await counters.next('topic')), ownerNo, title, createdAt }
      await repositories.topics.insert({ ...topic, ...(formerNo !== undefined && { broughtAt: createdAt }) })
      await live.invalidateRecord('topicCounts', ownerNo)
      return topic
    },
    async rollback(topic) {
      await repositories.topics.delete(topic)
      await live.invalidateRecord('topicCounts', ownerNo)
    },
  })
  return subjectNo
}

/** Creates a deleted topic again with its former number. */
export async function recreateTopic(
  context: Context,
  viewer: Viewer,
  { subjectNo, title }: { subjectNo: number; title: string },
): Promise<number> {
  return createTopic(context, viewer, title, subjectNo).catch(error => {
    // Another device is restoring it.
    if (duplicateFields(error) === null) throw error
    return subjectNo
  })
}

/** Throws `notFound` for other users' topics: their existence is private. */
export async function ownTopic(
  { repositories }: Context,
  viewer: Viewer,
  subjectNo: number,
): Promise<TopicRecord> {
  const topic = await repositories.topics.findByNo(subjectNo)
  if (topic === null || !canUseTopic(viewer, topic)) throw notFound()
  return topic
}

export async function renameTopic(
  context: Context,
  viewer: Viewer,
  { topicNo, title }: { topicNo: number; title: string },
): Promise<void> {
  await ownTopic(context, viewer, topicNo)
  await context.repositories.topics.rename(topicNo, title)
  await context.live.invalidateRecord('topicTitles', topicNo)
}

/** Returns the start of the deletion: notes in the trash since before were deleted separately. */
export async function deleteTopic(context: Context, viewer: Viewer, subjectNo: number): Promise<Date> {
  const since = context.clock()
  await ownTopic(context, viewer, subjectNo)
  await context.jobs.run({ kind: 'deleteTopic', entityNo: subjectNo, userNo: viewer.userNo }, work =>
    removeTopic(context, work.entityNo),
  )
  return since
}

/**
 * Moves the notes to the trash; then deletes the topic, so that no note can be added; then moves notes added
 * meanwhile. A topic that was restored under its number meanwhile stays. Idempotent.
 */
export async function removeTopic(context: Context, subjectNo: number): Promise<void> {
  const { repositories } = context
  const topic = await repositories.topics.findByNo(subjectNo)
  const trashNotes = async () => {
    for (const noteNo of await repositories.notes.findNosByTopic(subjectNo))
      await moveToTrash(context, noteNo, topic?.title ?? '')
  }
  if (topic) {
    await trashNotes()
    const isDeleted = await repositories.topics.delete(topic)
    await context.live.invalidateRecord('topicCounts', topic.ownerNo)
    if (!isDeleted && (await repositories.topics.findByNo(subjectNo))) return
  }
  await trashNotes()
}
