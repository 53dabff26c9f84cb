import { del, entries } from 'idb-keyval'
import { createDeviceStore } from '#client/platform/browser/deviceStore.ts'
import type { DocumentContent } from '#protocol/document/content.ts'
import { createCopy, type StoredDocument } from './storedDocument.ts'

/** Unsaved text as release 1.0 stored it on a device. */
export interface OldDraft extends DocumentContent {
  /** The request key of the first save. */
  requestKey: string
  /** Milliseconds since 1970. */
  keptAt: number
  topicNo?: number
  /** The saved note on which the text is based, if it was known. */
  base?: DocumentContent
  /** When the user requested the save, in milliseconds since 1970. */
  askedAt?: number
  isOfLink?: boolean
}

const drafts = createDeviceStore('geulmaru', 'drafts')

/** Converts the drafts of release 1.0. Each is deleted once the device has stored its copy. Rejects if the device does not answer. */
export async function convertOldDrafts(store: (copy: StoredDocument) => Promise<boolean>): Promise<void> {
  for (const [key, draft] of await entries<string, OldDraft>(drafts))
    if (await store(copyOfOldDraft(key, draft))) await del(key, drafts)
}

/** The key is `<user number>/note/<note number>/<request key>` or `<user number>/topic/<topic number>/<request key>`. */
export function copyOfOldDraft(key: string, draft: OldDraft): StoredDocument {
  const [userNo, subject, number] = key.split('/')
  const { title, text, requestKey, keptAt, topicNo, base, askedAt = null, isOfLink = false } = draft
  const isNote = subject === 'note' && base !== undefined
  const copy = createCopy({
    ...{ userNo: Number(userNo), documentId: requestKey, content: { title, text }, isForeign: isOfLink },
    topicNo: topicNo ?? (subject === 'topic' ? Number(number) : 0),
    // Without its base, the text could be added to the note a second time, so it becomes a new note.
    ...(isNote && { noteNo: Number(number), savedContent: base }),
  })
  return { ...copy, keptAt, saveRequestedAt: askedAt, mayBePosted: !isNote && askedAt !== null }
}
