import { isLaterPart } from '#protocol/access.ts'
import { encodeText } from '#protocol/encoding.ts'
import { wholeText } from '#protocol/seriesText.ts'
import * as calls from '#protocol/trash.ts'
import type { Context } from '#server/context.ts'
import type { PartSum } from '#server/features/series/series.repository.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { restoreTopic } from './restoreTopic.service.ts'
import type { TrashSummary } from './trash.repository.ts'
import { emptyTrash, listTrash, readTrashed, restoreNotes } from './trash.service.ts'

/** `later`: the later parts that were deleted with the note. */
const trashedView = (note: TrashSummary, later: PartSum = { partCount: 0, length: 0 }) => ({
  noteNo: note.noteNo,
  title: note.title,
  length: note.textLength + later.length,
  ...(later.partCount > 0 && { partCount: 1 + later.partCount }),
  ...(isLaterPart(note) && { isPart: true as const }),
  subjectTitle: note.subjectTitle,
  topicNo: note.subjectNo,
  deletedAt: note.deletedAt.toISOString(),
})

export function trashRoutes(context: Context): Route[] {
  return [
    route(calls.getTrash).handle(async ({ viewer, input }) => {
      const { items, total, topics, parts, pageIndex } = await listTrash(context, viewer, input)
      const notes = items.map(note => trashedView(note, parts.get(note.noteNo)))
      return { success: true, noteCount: total, notes, topics, pageIndex }
    }),

    route(calls.readTrash).handle(async ({ viewer, input }) => {
      const { note, parts } = await readTrashed(context, viewer, input.noteNo)
      const later = parts.slice(1)
      const length = later.reduce((sum, { textLength }) => sum + textLength, 0)
      const view = trashedView(note, { partCount: later.length, length })
      return { success: true, ...view, text: encodeText(wholeText(parts)) }
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
