import * as calls from '#protocol/topics.ts'
import type { Context } from '#server/context.ts'
import type { Page } from '#server/platform/paging.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { mergeTopics } from './mergeTopics.service.ts'
import type { TopicRecord } from './topics.repository.ts'
import { createTopic, deleteTopic, listTopics, renameTopic } from './topics.service.ts'

const topicPageView = (page: Page<TopicRecord>) => ({
  success: true as const,
  subjects: page.items.map(({ subjectNo, title, noteCount }) => ({ subjectNo, title, noteCount })),
  pageIndex: page.pageIndex,
})

export function topicRoutes(context: Context): Route[] {
  return [
    route(calls.getTopics).handle(async ({ viewer, input }) =>
      topicPageView(await listTopics(context, viewer, input)),
    ),

    route(calls.createTopic).handle(async ({ viewer, input }) => {
      await createTopic(context, viewer, input.title)
      return topicPageView(
        await listTopics(context, viewer, { curPageNo: 1, itemsPerPage: input.itemsPerPage }),
      )
    }),

    route(calls.renameTopic).handle(async ({ viewer, input }) => {
      await renameTopic(context, viewer, input)
      return { success: true }
    }),

    route(calls.deleteTopic).handle(async ({ viewer, input }) => {
      const since = await deleteTopic(context, viewer, input.topicNo)
      return { success: true, since: since.toISOString() }
    }),

    route(calls.mergeTopics).handle(async ({ viewer, input }) => {
      return { success: true, movedNos: await mergeTopics(context, viewer, input) }
    }),
  ]
}
