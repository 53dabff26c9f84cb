import { fromBase64, toBase64 } from 'lib0/buffer'
import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarString, writeVarUint } from 'lib0/encoding'
import { decodeRelativePosition } from 'yjs'
import { z } from '#protocol/schema.ts'
import { type LiveSocket, rooms } from './broadcast.ts'

const position = z.string().max(200).refine(isPosition)
/** Where somebody writes: a field, and relative positions of Yjs in Base64. Null: nowhere. */
const caretSchema = z
  .object({ field: z.enum(['title', 'text']), anchor: position, head: position })
  .nullable()

function isPosition(encoded: string): boolean {
  try {
    decodeRelativePosition(fromBase64(encoded))
    return true
  } catch {
    return false
  }
}

/** The last awareness of a tab in a document: its number in Yjs, and the counter of its states. */
interface Presence {
  clientId: number
  clock: number
}
const presences = new WeakMap<LiveSocket, Map<string, Presence>>()

/** An update of the awareness protocol with one state. */
function encodeState({ clientId, clock }: Presence, state: object | null): Uint8Array {
  const encoder = createEncoder()
  for (const number of [1, clientId, clock]) writeVarUint(encoder, number)
  writeVarString(encoder, JSON.stringify(state))
  return toUint8Array(encoder)
}

/**
 * Reads the awareness update of a tab, and adds its user, so that nobody speaks for another user. Null if it is invalid: other than one
 * state, or an older one.
 */
export function readPresence(
  socket: LiveSocket,
  documentId: string,
  update: Uint8Array,
  user: { userNo: number; userName: string },
): Uint8Array | null {
  try {
    const decoder = createDecoder(update)
    if (readVarUint(decoder) !== 1) return null
    const presence = { clientId: readVarUint(decoder), clock: readVarUint(decoder) }
    const caret = caretSchema.parse(JSON.parse(readVarString(decoder)))
    const known = presences.get(socket) ?? new Map<string, Presence>()
    const last = known.get(documentId)
    // The tab has another client since the document began a new generation.
    if (last && last.clientId !== presence.clientId) hideCaret(socket, documentId)
    else if (last && last.clock > presence.clock) return null
    presences.set(socket, known.set(documentId, presence))
    return encodeState(presence, caret && { ...caret, ...user })
  } catch {
    return null
  }
}

/** Takes the tab out of the room of a document, and its caret from the screens of the others. */
export function leaveDocument(socket: LiveSocket, documentId: string): void {
  hideCaret(socket, documentId)
  presences.get(socket)?.delete(documentId)
  void socket.leave(rooms.document(documentId))
}

/** Hides the carets of a tab that is closing. */
export function hideCarets(socket: LiveSocket): void {
  for (const documentId of presences.get(socket)?.keys() ?? []) hideCaret(socket, documentId)
}

function hideCaret(socket: LiveSocket, documentId: string): void {
  const last = presences.get(socket)?.get(documentId)
  if (last === undefined) return
  const update = toBase64(encodeState({ ...last, clock: last.clock + 1 }, null))
  const { userNo } = socket.data
  socket.to(rooms.document(documentId)).emit('document:presence', { documentId, update, userNo })
}
