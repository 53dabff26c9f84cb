import * as calls from '#protocol/inbox.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listNews, seeAll, seeThing, seeThread } from './inbox.domain.ts'
import { countNews } from './inbox.events.ts'
import { newsView, peopleNamed } from './inbox.presenter.ts'

export function inboxRoutes(context: Context): Route[] {
  return [
    route(calls.getInbox).answer(async ({ viewer, input, say }) => {
      const { found, next } = await listNews(context, viewer, input)
      const people = await context.people.of(peopleNamed(found))
      return {
        success: true,
        news: found.map(news => newsView(news, people, say)),
        next: next && { at: next.at.toISOString(), thing: next.thing },
      }
    }),

    route(calls.countInbox).answer(async ({ viewer }) => {
      return { success: true, ...(await countNews(context, viewer.userNo)) }
    }),

    route(calls.markNewsSeen).answer(async ({ viewer, input }) => {
      await seeThing(context, viewer, input.thing)
      return { success: true }
    }),

    route(calls.markThreadNewsSeen).answer(async ({ viewer, input }) => {
      await seeThread(context, viewer, input)
      return { success: true }
    }),

    route(calls.markAllNewsSeen).answer(async ({ viewer, input }) => {
      await seeAll(context, viewer, input.upTo)
      return { success: true }
    }),
  ]
}
