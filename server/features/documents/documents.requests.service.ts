import { fromBase64 } from 'lib0/buffer'
import type { OpenedDocument } from '#protocol/documents.ts'
import type { ClientEventParsed, ServerEventPayload } from '#protocol/events.ts'
import type { Context } from '#server/context.ts'
import { editDocument, openDocument } from './documents.service.ts'

/** The requests of clients, which arrive as events or as REST calls, with bytes in Base64. */

export function openForClient(
  context: Context,
  userNo: number,
  { subject, has }: ClientEventParsed<'document:open'>,
): Promise<OpenedDocument> {
  const known = has && { ...has, stateVector: fromBase64(has.stateVector) }
  return openDocument(context, userNo, { subject, has: known })
}

export const editByCall = (context: Context, userNo: number, edit: ClientEventParsed<'document:edit'>) =>
  editAsClient(context, userNo, edit, edited =>
    context.live.emitToDocument(edited.documentId, 'document:edited', edited),
  )

/** `publish` sends the stored change to the other editors. */
export async function editAsClient(
  context: Context,
  userNo: number,
  { documentId, generation, update }: ClientEventParsed<'document:edit'>,
  publish: (edited: ServerEventPayload<'document:edited'>) => void,
) {
  const result = await editDocument(context, userNo, { documentId, generation, update: fromBase64(update) })
  if ('revision' in result) publish({ documentId, generation, revision: result.revision, update })
  return result
}
