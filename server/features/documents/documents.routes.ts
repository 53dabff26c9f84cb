import {
  discardDocument,
  editDocument,
  getUnsavedDocuments,
  openDocument,
  saveDocument,
  type UnsavedDocument,
} from '#protocol/documents.ts'
import type { Context } from '#server/context.ts'
import { beginningOf, firstWordsOf } from '#server/features/notes/notes.excerpt.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { editByCall, openForClient } from './documents.requests.service.ts'
import { discardUnsaved, listUnsaved, type UnsavedContent } from './documents.service.ts'
import { saveAsWriter } from './documents.together.service.ts'

export function documentRoutes(context: Context): Route[] {
  return [
    route(getUnsavedDocuments).handle(async ({ viewer }) => ({
      success: true,
      documents: await listUnsaved(context, viewer.userNo, unsavedView),
    })),

    route(openDocument).handle(async ({ viewer, input }) => ({
      success: true,
      document: await openForClient(context, viewer.userNo, input),
    })),

    route(editDocument).handle(async ({ viewer, input }) => ({
      success: true,
      result: await editByCall(context, viewer.userNo, input),
    })),

    route(saveDocument).handle(async ({ viewer, input }) => ({
      success: true,
      isSaved: await saveAsWriter(context, viewer.userNo, input.documentId),
    })),

    route(discardDocument).handle(async ({ viewer, input }) => ({
      success: true,
      discarded: await discardUnsaved(context, viewer.userNo, input.documentId),
    })),
  ]
}

function unsavedView({ document, title, text, topicNo }: UnsavedContent): UnsavedDocument {
  const { documentId, noteNo = null, changedAt } = document
  const excerpt = firstWordsOf(beginningOf(text))
  return { documentId, noteNo, topicNo, title, excerpt, changedAt: changedAt.toISOString() }
}
