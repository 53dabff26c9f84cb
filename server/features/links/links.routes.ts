import * as calls from '#protocol/links.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listBacklinks, listLinks, listTitles } from './links.service.ts'

export function linkRoutes(context: Context): Route[] {
  return [
    route(calls.getNoteLinks).handle(async ({ viewer, input }) => {
      const links = await listLinks(context, viewer, input.noteNo)
      return {
        success: true,
        links: links.map(({ key, hasHeading, note }) => ({ ...linkedNoteView(note), key, hasHeading })),
      }
    }),

    route(calls.getBacklinks).handle(async ({ viewer, input }) => {
      const { notes, hasMore } = await listBacklinks(context, viewer, input)
      return { success: true, notes: notes.map(linkedNoteView), hasMore }
    }),

    route(calls.getNoteTitles).handle(async ({ viewer }) => {
      const { notes, topics } = await listTitles(context, viewer)
      return {
        success: true,
        notes: notes.map(({ noteNo, title, subjectNo }) => ({ noteNo, title, subjectNo })),
        topics: topics.map(([subjectNo, title]) => ({ subjectNo, title })),
      }
    }),
  ]
}

const linkedNoteView = ({ noteNo, title, hubNo }: calls.LinkedNoteView): calls.LinkedNoteView => ({
  noteNo,
  title,
  hubNo,
})
