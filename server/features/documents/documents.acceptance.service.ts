import * as Y from 'yjs'
import type { EditRefusal } from '#protocol/documents.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { inDocumentTime, openDoc } from './documents.reading.service.ts'
import type { DocumentRecord } from './documents.record.ts'
import { isWriterOf } from './documents.writers.service.ts'
import { addToKnown, fitsState, type KnownClients, newClients } from './knownClients.ts'
import { isTooComplex, type UpdateOutline } from './updateValidation.ts'

interface OutlinedEdit {
  documentId: string
  generation: number
  outline: UpdateOutline
}

/**
 * Checks whether an update fits the stored state. Returns the clients that become the user's when it is stored. Reads the document only if
 * the update needs more than this node knows of it.
 */
export async function acceptEdit(
  context: Context,
  userNo: number,
  { documentId, generation, outline }: OutlinedEdit,
): Promise<{ clients: number[] } | { error: EditRefusal }> {
  if (isTooComplex(outline)) return { error: 'mismatch' }
  const cached = context.knownClients.get(documentId)
  if (cached?.generation === generation && fitsState(outline, userNo, cached))
    return { clients: newClients(outline, cached) }
  return inDocumentTime(context, userNo, async () => {
    const { document } = await context.repositories.documents.findById(documentId)
    if (document === null || !isWriterOf(document, userNo)) throw notFound()
    if (document.generation !== generation) return { error: 'replaced' }
    const known = rememberClients(context, document, openDoc(context, [userNo], document))
    return fitsState(outline, userNo, known) ? { clients: newClients(outline, known) } : { error: 'mismatch' }
  })
}

/** Whether another user has inserted something as one of the clients `ids`, which another node may have accepted. */
export const isOfAnotherUser = ({ clients = [] }: DocumentRecord, userNo: number, ids: readonly number[]) =>
  clients.some(client => client.userNo !== userNo && ids.includes(client.id))

/** Adds a stored update to what this node knows of the document, so that the next one can be checked without a read. */
export function rememberEdit(
  { knownClients }: Context,
  userNo: number,
  { documentId, generation, outline }: OutlinedEdit,
): void {
  const known = knownClients.get(documentId)
  if (known?.generation === generation) addToKnown(outline, userNo, known)
}

/** Caches which clients have written how much. `doc` has the state of the document. */
export function rememberClients(
  { knownClients }: Context,
  document: DocumentRecord,
  doc: Y.Doc,
): KnownClients {
  const { documentId, generation, clients = [] } = document
  const known = {
    generation,
    clocks: Y.decodeStateVector(Y.encodeStateVector(doc)),
    owners: new Map(clients.map(({ id, userNo }) => [id, userNo])),
  }
  knownClients.set(documentId, known)
  return known
}
