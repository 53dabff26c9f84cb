import { connectDocument, documentTransport } from '#client/features/documents/connectDocument.ts'
import { lockCopy, storeCopy } from '#client/features/documents/documentStore.ts'
import { createNoteDocument } from '#client/features/documents/noteDocument.ts'
import type { StoredDocument } from '#client/features/documents/storedDocument.ts'
import { withTimeout } from '#client/platform/browser/timers.ts'
import type { createSaveCalls } from './saveCalls.ts'

/** How long one document may take to reach the server, in milliseconds. */
const SYNC_MS = 15_000

interface SendInput {
  userNo: number
  copy: StoredDocument
  calls: ReturnType<typeof createSaveCalls>
  uploadPictures: (text: string) => Promise<string>
}

interface SendResult {
  /** The number of the saved note; null if nothing was saved. */
  noteNo: number | null
  /** Null if everything that had to be sent was sent. */
  error: unknown
}

/** Sends the changes of a copy on this device, and saves the note if the user had requested that. Never rejects. */
export async function sendCopy({ userNo, copy, calls, uploadPictures }: SendInput): Promise<SendResult> {
  const release = lockCopy(copy.copyId)
  const document = createNoteDocument({
    userNo,
    copyId: copy.copyId,
    start: { ...copy, savedAt: null },
    copy,
    transport: documentTransport,
    ...calls,
    uploadPictures,
    store: storeCopy,
    now: Date.now,
  })
  const disconnect = connectDocument(document.sync)
  try {
    await withTimeout(document.sync.flush(), SYNC_MS, () => new Error('not synchronized'))
    if (copy.saveRequestedAt === null) return { noteNo: null, error: null }
    const isSaved = await document.save()
    const { noteNo, saveError } = document.state()
    return isSaved ? { noteNo, error: null } : { noteNo: null, error: saveError }
  } catch (error) {
    return { noteNo: null, error }
  } finally {
    disconnect()
    await document.close()
    release()
  }
}
