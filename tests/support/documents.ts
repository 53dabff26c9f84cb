import { fromBase64, toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import { applyEdits, createDoc, type DocumentContent, readContent } from '#protocol/document/content.ts'
import { spliceOf } from '#protocol/document/merge.ts'
import { editDocument, type OpenedDocument, openDocument as openDocumentCall } from '#protocol/documents.ts'
import type { ClientEventPayload, EventReply } from '#protocol/events.ts'
import type { TestSocket } from './testSocket.ts'
import type { TestUser } from './users.ts'

const ACK_MS = 5_000

/** Emits an event and returns its acknowledgement. */
export async function emitWithReply<Name extends 'document:open' | 'document:edit'>(
  { socket }: Pick<TestSocket, 'socket'>,
  name: Name,
  payload: ClientEventPayload<Name>,
): Promise<EventReply<Name>> {
  const untyped = socket.timeout(ACK_MS) as unknown as {
    emitWithAck(name: string, payload: unknown): Promise<EventReply<Name>>
  }
  return untyped.emitWithAck(name, payload)
}

export async function openDocument(
  tab: TestSocket,
  subject: ClientEventPayload<'document:open'>['subject'],
): Promise<OpenedDocument> {
  const opened = await emitWithReply(tab, 'document:open', { subject })
  if ('error' in opened) throw new Error(opened.error)
  return opened
}

export const contentOf = ({ update }: OpenedDocument): DocumentContent =>
  readContent(createDoc([fromBase64(update)]))

/** The update that changes the text of a document as its user would by typing. */
export function updateTo({ update }: OpenedDocument, change: Partial<DocumentContent>): Uint8Array {
  const doc = createDoc([fromBase64(update)])
  const stateVector = Y.encodeStateVector(doc)
  const { title, text } = readContent(doc)
  applyEdits(doc, {
    title: change.title === undefined ? [] : [spliceOf(title, change.title)],
    text: change.text === undefined ? [] : [spliceOf(text, change.text)],
  })
  return Y.encodeStateAsUpdate(doc, stateVector)
}

/** Edits a document that was opened in this state. Returns the new revision. */
export async function editTo(
  tab: TestSocket,
  opened: OpenedDocument,
  change: Partial<DocumentContent>,
): Promise<number> {
  const { documentId, generation } = opened
  const update = toBase64(updateTo(opened, change))
  const reply = await emitWithReply(tab, 'document:edit', { documentId, generation, update })
  if ('error' in reply) throw new Error(reply.error)
  return reply.revision
}

/** Types into a note without saving it. Returns the ID of its document. */
export async function unsavedDocument(author: TestUser, noteNo: number): Promise<string> {
  const { document } = await author.call(openDocumentCall, { subject: { noteNo } })
  const { documentId, generation } = document
  const update = toBase64(updateTo(document, { text: `${contentOf(document).text} 쓰는 중` }))
  await author.call(editDocument, { documentId, generation, update })
  return documentId
}
