import * as calls from '#protocol/comments.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { viewComment, viewComments } from './comments.presenter.ts'
import {
  deleteComment,
  listComments,
  markCommentsRead,
  postComment,
  updateComment,
} from './comments.service.ts'

export function commentRoutes(context: Context): Route[] {
  return [
    route(calls.getComments).handle(async ({ viewer, input, t }) => {
      const { comments, reactions, ...thread } = await listComments(context, viewer, input)
      const views = await viewComments(context, comments, t)
      return { success: true, ...thread, comments: views, empathies: reactions }
    }),

    route(calls.postComment).handle(async ({ viewer, input, t }) => {
      const comment = await postComment(context, viewer, input)
      return { success: true, comment: await viewComment(context, comment, t) }
    }),

    route(calls.updateComment).handle(async ({ viewer, input, t }) => {
      const result = await updateComment(context, viewer, input)
      if ('rejected' in result) return { success: false, message: t.any(result.rejected) }
      return { success: true, comment: await viewComment(context, result.saved, t) }
    }),

    route(calls.deleteComment).handle(async ({ viewer, input }) => {
      await deleteComment(context, viewer, input.commentNo)
      return { success: true }
    }),

    route(calls.markCommentsRead).handle(async ({ viewer, input }) => {
      await markCommentsRead(context, viewer, input)
      return { success: true }
    }),
  ]
}
