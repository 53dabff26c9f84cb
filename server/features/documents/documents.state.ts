import * as Y from 'yjs'
import { createDoc } from '#protocol/document/content.ts'
import type { DocumentRecord } from './documents.record.ts'

export const docOf = ({ snapshot, updates }: DocumentRecord): Y.Doc => createDoc([snapshot, ...updates])

/** What a client with this state vector lacks. A client with an invalid one lacks everything. */
export function missingUpdate(state: Uint8Array, stateVector: Uint8Array): Uint8Array {
  try {
    return Y.diffUpdate(state, stateVector)
  } catch {
    return state
  }
}

export const countStructs = (doc: Y.Doc): number =>
  [...doc.store.clients.values()].reduce((count, structs) => count + structs.length, 0)

/** No insertions and no deletions. */
export const isEmptyUpdate = (update: Uint8Array) => update.length === 2

/** The database has all updates, so an update that still waits for another one was never one of a real client. */
export function encodeWithoutPending(doc: Y.Doc): Uint8Array {
  doc.store.pendingStructs = null
  doc.store.pendingDs = null
  return Y.encodeStateAsUpdate(doc)
}
