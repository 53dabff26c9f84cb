import { encodeText } from '#protocol/encoding.ts'
import * as calls from '#protocol/trash.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { restoreTopic } from './restoreTopic.service.ts'
import type { TrashSummary } from './trash.repository.ts'
import { emptyTrash, listTrash, readTrashed, restoreNotes } from './trash.service.ts'

const trashedView = ({ noteNo, title, textLength, subjectNo, subjectTitle, deletedAt }: TrashSummary) => ({
  noteNo,
  title,
  length: textLength,
  subjectTitle,
  topicNo: subjectNo,
  deletedAt: deletedAt.toISOString(),
})

export function trashRoutes(context: Context): Route[] {
  return [
    route(calls.getTrash).handle(async ({ viewer, input }) => {
      const { items, total, topics, pageIndex } = await listTrash(context, viewer, input)
      return { success: true, noteCount: total, notes: items.map(trashedView), topics, pageIndex }
    }),

    route(calls.readTrash).handle(async ({ viewer, input }) => {
      const note = await readTrashed(context, viewer, input.noteNo)
      return { success: true, ...trashedView(note), text: encodeText(note.text) }
    }),

    route(calls.restoreTrash).handle(async ({ viewer, input, t }) => {
      const request = { noteNos: input.noteNosJSON, untitled: t('trash.untitledTopic') }
      return { success: true, notes: await restoreNotes(context, viewer, request) }
    }),

    route(calls.restoreTopic).handle(async ({ viewer, input, t }) => {
      const request = { ...input, untitled: t('trash.untitledTopic') }
      return { success: true, refusedHubNos: await restoreTopic(context, viewer, request) }
    }),

    route(calls.purgeTrash).handle(async ({ viewer, input }) => {
      await emptyTrash(context, viewer, input.noteNosJSON)
      return { success: true }
    }),
  ]
}
