import * as calls from '#protocol/publicLinks.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { PublicLinkRecord } from './publicLinks.record.ts'
import {
  createPublicLink,
  endPublicLink,
  indexPublicLink,
  takeDownPublicLink,
} from './publicLinks.service.ts'

export function publicLinkRoutes(context: Context): Route[] {
  const { publicLinks } = context.repositories
  return [
    route(calls.createPublicLink).handle(async ({ viewer, input: { noteNo }, t }) => {
      const link = await createPublicLink(context, viewer, noteNo)
      if ('rejected' in link) return { success: false, message: t.any(link.rejected) }
      return { success: true, link: linkView(noteNo, link) }
    }),

    route(calls.endPublicLink).handle(async ({ viewer, input }) => {
      await endPublicLink(context, viewer, input.noteNo)
      return { success: true }
    }),

    route(calls.indexPublicLink).handle(async ({ viewer, input }) => {
      await indexPublicLink(context, viewer, input)
      return { success: true }
    }),

    route(calls.getPublicLinks).handle(async ({ viewer: { userNo } }) => {
      const [linked, takedowns] = await Promise.all([
        publicLinks.findByAuthor(userNo),
        publicLinks.findTakedowns(userNo),
      ])
      return {
        success: true,
        links: linked.map(({ noteNo, title, lastUpdate, publicLink }) => ({
          ...linkView(noteNo, publicLink),
          title,
          lastUpdate: lastUpdate.toISOString(),
        })),
        takenDown: takedowns.map(({ noteNo, takenDown: { reason } }) => ({ noteNo, reason })),
      }
    }),

    route(calls.takeDownPublicLink).handle(async ({ viewer, input }) => {
      await takeDownPublicLink(context, viewer, input)
      return { success: true }
    }),
  ]
}

function linkView(noteNo: number, { linkId, since, isIndexed }: PublicLinkRecord): calls.PublicLinkView {
  return { noteNo, linkId, since: since.toISOString(), isIndexed: isIndexed ?? false }
}
