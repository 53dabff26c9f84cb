import * as calls from '#protocol/shares.ts'
import type { Context } from '#server/context.ts'
import { hubViews } from '#server/features/hubs/hubs.presenter.ts'
import { noteLineView } from '#server/features/notes/notes.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listShareHubs, listShareNotes, setSharedWriting, shareNote, unshareNote } from './shares.service.ts'

export function shareRoutes(context: Context): Route[] {
  return [
    route(calls.getShareHubs).handle(async ({ viewer, input, t }) => {
      const page = await listShareHubs(context, viewer, input)
      const hubs = await hubViews(context, page.items, viewer, t)
      return {
        success: true,
        hubs,
        shared: page.shared,
        writing: page.writing,
        readCounts: page.readers.map(readers => readers.length),
        readerNos: page.readers,
        pageIndex: page.pageIndex,
      }
    }),

    route(calls.getShareNotes).handle(async ({ viewer, input }) => {
      const { items, shared, pageIndex } = await listShareNotes(context, viewer, input)
      const titles = await context.topicTitles.getMany(items.map(({ subjectNo }) => subjectNo))
      return { success: true, notes: items.map(note => noteLineView(note, titles)), shared, pageIndex }
    }),

    route(calls.shareNote).handle(async ({ viewer, input }) => {
      await shareNote(context, viewer, input)
      return { success: true }
    }),

    route(calls.setSharedWriting).handle(async ({ viewer, input }) => {
      await setSharedWriting(context, viewer, input)
      return { success: true }
    }),

    route(calls.unshareNote).handle(async ({ viewer, input }) => {
      await unshareNote(context, viewer, input)
      return { success: true }
    }),
  ]
}
