import { storeCopy } from '#client/features/documents/documentStore.ts'
import { createCopy, type StoredDocument } from '#client/features/documents/storedDocument.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { isTransient } from '#client/platform/calls/callFailed.ts'
import { discardDocument } from '#protocol/documents.ts'
import type { UnsavedNote } from './unsavedNotes.ts'

/**
 * Discards the text on the server and on this device. Offline, the text of this device is reverted to the saved note, and the server
 * learns of it later. Returns copies that bring the text back. Throws CallFailed if it cannot be discarded now.
 */
export async function discardUnsaved(userNo: number, draft: UnsavedNote): Promise<readonly StoredDocument[]> {
  const { documentId, noteNo, topicNo, copies } = draft
  if (!draft.isOnServer) {
    for (const { copyId } of copies) await storeCopy(copyId, null)
    return copies
  }
  try {
    const { discarded } = await callApi(discardDocument, { documentId })
    for (const { copyId } of copies) await storeCopy(copyId, null)
    if (copies.length > 0) return copies.map(copy => ({ ...copy, replica: null }))
    if (discarded === null) return []
    const { saved, ...content } = discarded
    const owner = { userNo, topicNo: topicNo ?? 0, documentId, content }
    return [createCopy(noteNo === null || saved === null ? owner : { ...owner, noteNo, savedContent: saved })]
  } catch (error) {
    if (!isTransient(error) || copies.length === 0) throw error
    const { revertCopy } = await import('#client/features/documents/revertCopy.ts')
    for (const copy of copies) await storeCopy(copy.copyId, revertCopy(copy))
    return copies
  }
}
