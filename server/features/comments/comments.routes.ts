import * as calls from '#protocol/comments.ts'
import type { Context } from '#server/context.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import {
  deleteComment,
  listComments,
  markCommentsRead,
  postComment,
  updateComment,
} from './comments.domain.ts'
import { commentView } from './comments.presenter.ts'
import type { CommentRecord } from './comments.store.ts'

export function commentRoutes(context: Context): Route[] {
  async function views(comments: readonly CommentRecord[], say: Say) {
    const people = await context.people.of(comments.map(comment => comment.writerNo))
    return comments.map(comment => commentView(comment, people, say))
  }
  async function view(comment: CommentRecord, say: Say) {
    const people = await context.people.of([comment.writerNo])
    return commentView(comment, people, say)
  }

  return [
    route(calls.getComments).answer(async ({ viewer, input, say }) => {
      const { comments, ...thread } = await listComments(context, viewer, input)
      return { success: true, ...thread, comments: await views(comments, say) }
    }),

    route(calls.postComment).answer(async ({ viewer, input, say }) => {
      const comment = await postComment(context, viewer, input)
      return { success: true, comment: await view(comment, say) }
    }),

    route(calls.updateComment).answer(async ({ viewer, input, say }) => {
      const result = await updateComment(context, viewer, input)
      if ('refused' in result) return { success: false, message: say.any(result.refused) }
      return { success: true, comment: await view(result.saved, say) }
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
