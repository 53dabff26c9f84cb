import * as Y from 'yjs'
import { applyEdits, createDoc } from '#protocol/document/content.ts'
import { diffContent } from '#protocol/document/merge.ts'
import type { StoredDocument } from './storedDocument.ts'

/** The copy with the saved text, for the server; null if the server has nothing of it. */
export function revertCopy(copy: StoredDocument): StoredDocument | null {
  const { replica, content, savedContent } = copy
  if (replica === null) return null
  const { state, pending } = replica
  const doc = createDoc(pending ? [state, pending] : [state])
  applyEdits(doc, diffContent(content, savedContent))
  const reverted = Y.encodeStateAsUpdate(doc, Y.encodeStateVectorFromUpdate(state))
  return { ...copy, content: savedContent, saveRequestedAt: null, replica: { ...replica, pending: reverted } }
}
