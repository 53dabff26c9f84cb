import * as calls from '#protocol/comments.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import {
  deleteComment,
  listComments,
  markCommentsRead,
  postComment,
  updateComment,
} from './comments.domain.ts'
import { viewComment, viewComments } from './comments.views.ts'

export function commentRoutes(context: Context): Route[] {
  return [
    route(calls.getComments).answer(async ({ viewer, input, say }) => {
      const { comments, ...thread } = await listComments(context, viewer, input)
      return { success: true, ...thread, comments: await viewComments(context, comments, say) }
    }),

    route(calls.postComment).answer(async ({ viewer, input, say }) => {
      const comment = await postComment(context, viewer, input)
      return { success: true, comment: await viewComment(context, comment, say) }
    }),

    route(calls.updateComment).answer(async ({ viewer, input, say }) => {
      const result = await updateComment(context, viewer, input)
      if ('rejected' in result) return { success: false, message: say.any(result.rejected) }
      return { success: true, comment: await viewComment(context, result.saved, say) }
    }),

    route(calls.deleteComment).answer(async ({ viewer, input }) => {
      await deleteComment(context, viewer, input.commentNo)
      return { success: true }
    }),

    route(calls.markCommentsRead).answer(async ({ viewer, input }) => {
      await markCommentsRead(context, viewer, input)
      return { success: true }
    }),
  ]
}
