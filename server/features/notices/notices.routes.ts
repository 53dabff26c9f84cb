import * as calls from '#protocol/notices.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import {
  createNotice,
  deleteNotice,
  getNotice,
  hiddenNotices,
  listNotices,
  noticeView,
  updateNotice,
} from './notices.service.ts'

export function noticeRoutes(context: Context): Route[] {
  return [
    route(calls.getNotices).handle(async () => {
      const { version, notices } = await listNotices(context)
      return { success: true, version, itemList: notices.map(noticeView) }
    }),

    route(calls.getNotice).handle(async ({ input }) => {
      const { display, title, content } = await getNotice(context, input.noticeNo)
      return { success: true, display, title, content }
    }),

    route(calls.getHiddenNotices).handle(async () => ({
      success: true,
      itemList: (await hiddenNotices(context)).map(noticeView),
    })),

    route(calls.createNotice).handle(async ({ viewer, input }) => ({
      success: true,
      noticeNo: await createNotice(context, viewer, input),
    })),

    route(calls.updateNotice).handle(async ({ viewer, input }) => {
      await updateNotice(context, viewer, input.noticeNo, input)
      return { success: true, noticeNo: input.noticeNo }
    }),

    route(calls.deleteNotice).handle(async ({ viewer, input }) => {
      await deleteNotice(context, viewer, input.noticeNo)
      return { success: true, noticeNo: input.noticeNo }
    }),
  ]
}
