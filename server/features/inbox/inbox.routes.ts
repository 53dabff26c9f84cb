import * as calls from '#protocol/inbox.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { countNotifications } from './inbox.events.ts'
import { namedUsers, notificationView } from './inbox.presenter.ts'
import { listNotifications, seeAll, seeTarget, seeThread } from './inbox.service.ts'

export function inboxRoutes(context: Context): Route[] {
  return [
    route(calls.getInbox).handle(async ({ viewer, input, t }) => {
      const { found, next } = await listNotifications(context, viewer, input)
      const people = await context.people.getMany(namedUsers(found))
      return {
        success: true,
        news: found.map(notification => notificationView(notification, people, t)),
        next: next && { at: next.at.toISOString(), thing: next.thing },
      }
    }),

    route(calls.countInbox).handle(async ({ viewer }) => {
      return { success: true, ...(await countNotifications(context, viewer.userNo)) }
    }),

    route(calls.markNotificationSeen).handle(async ({ viewer, input }) => {
      await seeTarget(context, viewer, input.thing)
      return { success: true }
    }),

    route(calls.markThreadNotificationsSeen).handle(async ({ viewer, input }) => {
      await seeThread(context, viewer, input)
      return { success: true }
    }),

    route(calls.markAllNotificationsSeen).handle(async ({ viewer, input }) => {
      await seeAll(context, viewer, input.upTo)
      return { success: true }
    }),
  ]
}
