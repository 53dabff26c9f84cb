import { encodeText } from '#protocol/encoding.ts'
import * as calls from '#protocol/trash.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { emptyTrash, listTrash, readTrashed, restoreNotes } from './trash.domain.ts'
import type { TrashSummary } from './trash.store.ts'
import { restoreTopic } from './trash.topics.ts'

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
    route(calls.getTrash).answer(async ({ viewer, input }) => {
      const { items, total, topics, pageIndex } = await listTrash(context, viewer, input)
      return { success: true, noteCount: total, notes: items.map(trashedView), topics, pageIndex }
    }),

    route(calls.readTrash).answer(async ({ viewer, input }) => {
      const note = await readTrashed(context, viewer, input.noteNo)
      return { success: true, ...trashedView(note), text: encodeText(note.text) }
    }),

    route(calls.restoreTrash).answer(async ({ viewer, input, say }) => {
      const asked = { noteNos: input.noteNosJSON, untitled: say('trash.untitledTopic') }
      return { success: true, notes: await restoreNotes(context, viewer, asked) }
    }),

    route(calls.restoreTopic).answer(async ({ viewer, input, say }) => {
      const asked = { ...input, untitled: say('trash.untitledTopic') }
      return { success: true, refusedHubNos: await restoreTopic(context, viewer, asked) }
    }),

    route(calls.purgeTrash).answer(async ({ viewer, input }) => {
      await emptyTrash(context, viewer, input.noteNosJSON)
      return { success: true }
    }),
  ]
}
