import * as calls from '#protocol/passages.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { highlightView, passageCommentView, viewNotePassages } from './passages.presenter.ts'
import { deleteHighlight, highlightPassage, listNotePassages, listPassages } from './passages.service.ts'

export function passageRoutes(context: Context): Route[] {
  return [
    route(calls.getPassages).handle(async ({ viewer, input }) => {
      const { version, highlights, comments } = await listPassages(context, viewer, input)
      return {
        success: true,
        version,
        highlights: highlights.map(highlightView),
        comments: comments.map(passageCommentView),
      }
    }),

    route(calls.highlightPassage).handle(async ({ viewer, input }) => {
      const { version, highlight } = await highlightPassage(context, viewer, input)
      return { success: true, version, highlight: highlightView(highlight) }
    }),

    route(calls.deleteHighlight).handle(async ({ viewer, input }) => {
      await deleteHighlight(context, viewer, input.highlightNo)
      return { success: true }
    }),

    route(calls.getNotePassages).handle(async ({ viewer, input, t }) => {
      const passages = await listNotePassages(context, viewer, input.noteNo)
      return { success: true, rooms: await viewNotePassages(context, passages, t) }
    }),
  ]
}
