import type { Viewer } from '#protocol/access.ts'
import * as calls from '#protocol/feeds.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { type FeedRecord, PUBLIC_NOTES } from './feeds.repository.ts'
import { createFeed, endFeed, listFeeds } from './feeds.service.ts'

export function feedRoutes(context: Context): Route[] {
  const feedsView = async (viewer: Viewer) => ({
    success: true as const,
    feeds: (await listFeeds(context, viewer)).map(feedView),
  })

  return [
    route(calls.getFeeds).handle(({ viewer }) => feedsView(viewer)),

    route(calls.createFeed).handle(async ({ viewer, session, input }) => {
      const address = await createFeed(context, session, input.hubNo)
      return { ...(await feedsView(viewer)), address }
    }),

    route(calls.endFeed).handle(async ({ viewer, input }) => {
      await endFeed(context, viewer, input.hubNo)
      return feedsView(viewer)
    }),
  ]
}

function feedView({ hubNo, createdAt }: FeedRecord): calls.FeedView {
  return { hubNo: hubNo === PUBLIC_NOTES ? null : hubNo, createdAt: createdAt.toISOString() }
}
